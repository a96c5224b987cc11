import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { LINE, type LogJump, type LogPart, partOfLine } from './log-layout.ts';

/** A line is followed during so many frames, while what is above it is drawn and takes its height. */
const FRAMES = 120;

type Given = {
  readonly jump: LogJump | undefined;
  readonly parts: readonly LogPart[];
  readonly virtual: Virtualizer<HTMLElement, Element>;
  readonly scroller: RefObject<HTMLElement | null>;
};

/** Goes to where `jump` says, once for each. Gives the function that leaves off, for whoever scrolls meanwhile. */
export function useLogJump({ jump, parts, virtual, scroller }: Given): () => void {
  const gone = useRef<LogJump | undefined>(undefined);
  const frame = useRef(0);
  const cancel = useCallback(() => cancelAnimationFrame(frame.current), []);
  useEffect(() => cancel, [cancel]);

  useEffect(() => {
    if (jump === undefined || jump === gone.current) return;
    if ('end' in jump) {
      gone.current = jump;
      cancel();
      virtual.scrollToIndex(parts.length - 1, { align: 'end' });
      return;
    }
    const index =
      'line' in jump
        ? partOfLine(parts, jump.line)
        : parts.findIndex((part) => part.kind === 'head' && part.command.id === jump.commandId);
    const part = parts[index];
    // Its section may open only now.
    if (!part) return;
    gone.current = jump;
    cancel();
    const start = virtual.getOffsetForIndex(index, 'start')?.[0] ?? 0;
    if (part.kind === 'head' || !('line' in jump)) return virtual.scrollToOffset(start);
    const above = (scroller.current?.clientHeight ?? 0) / 3;
    virtual.scrollToOffset(Math.max(0, start + (jump.line - part.number) * LINE - above));
    let left = FRAMES;
    const settle = () => {
      const line = scroller.current?.querySelector<HTMLElement>(`[data-line="${jump.line}"]`);
      if (line && scroller.current) {
        const place = line.getBoundingClientRect().top - scroller.current.getBoundingClientRect().top;
        if (Math.abs(place - above) > 1) scroller.current.scrollTop += place - above;
        // Wrapped lines take their height only when they come.
        if (line.dataset.ready !== undefined && left < FRAMES - 3) return;
      }
      left -= 1;
      if (left > 0) frame.current = requestAnimationFrame(settle);
    };
    frame.current = requestAnimationFrame(settle);
  }, [jump, parts, virtual, scroller, cancel]);

  return cancel;
}

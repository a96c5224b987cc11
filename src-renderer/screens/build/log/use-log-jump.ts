import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { LINE, type LogJump, type LogPart, partOfLine } from './log-layout.ts';
import type { OwnScrolls } from './use-own-scrolls.ts';

/** A line is followed during so many frames, while what is above it is drawn and takes its height. */
const FRAMES = 120;

type Given = {
  readonly jump: LogJump | undefined;
  readonly parts: readonly LogPart[];
  readonly virtual: Virtualizer<HTMLElement, Element>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly own: OwnScrolls;
};

/**
 * Goes to where `jump` says, once for each, and leaves off as soon as somebody scrolls. Gives the function that leaves
 * off at once, for whoever is about to.
 */
export function useLogJump({ jump, parts, virtual, scroller, own }: Given): () => void {
  const gone = useRef<LogJump | undefined>(undefined);
  const frame = useRef(0);
  const cancel = useCallback(() => cancelAnimationFrame(frame.current), []);
  useEffect(() => cancel, [cancel]);

  useEffect(() => {
    if (jump === undefined || jump === gone.current) return;
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
      // The line stays drawn however far somebody has scrolled away, and would fetch them back.
      if (own.isElsewhere()) return;
      const line = scroller.current?.querySelector<HTMLElement>(`[data-line="${jump.line}"]`);
      if (line && scroller.current) {
        const place = line.getBoundingClientRect().top - scroller.current.getBoundingClientRect().top;
        if (Math.abs(place - above) > 1) own.scrollBy(place - above);
        // Wrapped lines take their height only when they come.
        if (line.dataset.ready !== undefined && left < FRAMES - 3) return;
      }
      left -= 1;
      if (left > 0) frame.current = requestAnimationFrame(settle);
    };
    frame.current = requestAnimationFrame(settle);
  }, [jump, parts, virtual, scroller, own, cancel]);

  return cancel;
}

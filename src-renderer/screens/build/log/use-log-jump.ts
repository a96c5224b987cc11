import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { LINE_HEIGHT, type LogJumpTarget, type LogPart, partOfLine } from './log-layout.ts';
import type { ProgrammaticScroll } from './use-programmatic-scroll.ts';

/** Frames during which the scroll position is corrected while lines above are drawn and measured. */
const MAX_FRAMES = 120;

type Options = {
  readonly jumpTarget: LogJumpTarget | undefined;
  readonly parts: readonly LogPart[];
  readonly virtualizer: Virtualizer<HTMLElement, Element>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly programmaticScroll: ProgrammaticScroll;
};

/**
 * Scrolls to `jumpTarget` once and stops as soon as the user scrolls. Returns a function that stops it.
 */
export function useLogJump({
  jumpTarget,
  parts,
  virtualizer,
  scroller,
  programmaticScroll,
}: Options): () => void {
  const handledTarget = useRef<LogJumpTarget | undefined>(undefined);
  const frame = useRef(0);
  const cancel = useCallback(() => cancelAnimationFrame(frame.current), []);
  useEffect(() => cancel, [cancel]);

  useEffect(() => {
    if (jumpTarget === undefined || jumpTarget === handledTarget.current) return;
    const index =
      'line' in jumpTarget
        ? partOfLine(parts, jumpTarget.line)
        : parts.findIndex((part) => part.kind === 'header' && part.command.id === jumpTarget.commandId);
    const part = parts[index];
    // The section may not be open yet.
    if (!part) return;
    handledTarget.current = jumpTarget;
    cancel();
    const start = virtualizer.getOffsetForIndex(index, 'start')?.[0] ?? 0;
    if (part.kind === 'header' || !('line' in jumpTarget)) return virtualizer.scrollToOffset(start);
    const offsetAbove = (scroller.current?.clientHeight ?? 0) / 3;
    virtualizer.scrollToOffset(
      Math.max(0, start + (jumpTarget.line - part.number) * LINE_HEIGHT - offsetAbove),
    );
    let framesLeft = MAX_FRAMES;
    const settle = () => {
      // Without this the target, which stays drawn, would pull a user who scrolled away back.
      if (programmaticScroll.hasUserScrolled()) return;
      const line = scroller.current?.querySelector<HTMLElement>(`[data-line="${jumpTarget.line}"]`);
      if (line && scroller.current) {
        const offset = line.getBoundingClientRect().top - scroller.current.getBoundingClientRect().top;
        if (Math.abs(offset - offsetAbove) > 1) programmaticScroll.scrollBy(offset - offsetAbove);
        // Wrapped lines have their height only after they have loaded.
        if (line.dataset.ready !== undefined && framesLeft < MAX_FRAMES - 3) return;
      }
      framesLeft -= 1;
      if (framesLeft > 0) frame.current = requestAnimationFrame(settle);
    };
    frame.current = requestAnimationFrame(settle);
  }, [jumpTarget, parts, virtualizer, scroller, programmaticScroll, cancel]);

  return cancel;
}

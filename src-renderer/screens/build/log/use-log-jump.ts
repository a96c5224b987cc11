import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { LINE_HEIGHT, type LogJumpTarget, type LogPart, partOfLine } from './log-layout.ts';
import type { ProgrammaticScroll } from './use-programmatic-scroll.ts';

/** A line is followed during so many frames, while what is above it is drawn and takes its height. */
const MAX_FRAMES = 120;

type Options = {
  readonly jumpTarget: LogJumpTarget | undefined;
  readonly parts: readonly LogPart[];
  readonly virtualizer: Virtualizer<HTMLElement, Element>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly programmaticScroll: ProgrammaticScroll;
};

/**
 * Goes to where `jump` says, once for each, and leaves off as soon as somebody scrolls. Gives the function that leaves
 * off at once, for whoever is about to.
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
    // Its section may open only now.
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
      // The line stays drawn however far somebody has scrolled away, and would fetch them back.
      if (programmaticScroll.hasUserScrolled()) return;
      const line = scroller.current?.querySelector<HTMLElement>(`[data-line="${jumpTarget.line}"]`);
      if (line && scroller.current) {
        const offset = line.getBoundingClientRect().top - scroller.current.getBoundingClientRect().top;
        if (Math.abs(offset - offsetAbove) > 1) programmaticScroll.scrollBy(offset - offsetAbove);
        // Wrapped lines take their height only when they come.
        if (line.dataset.ready !== undefined && framesLeft < MAX_FRAMES - 3) return;
      }
      framesLeft -= 1;
      if (framesLeft > 0) frame.current = requestAnimationFrame(settle);
    };
    frame.current = requestAnimationFrame(settle);
  }, [jumpTarget, parts, virtualizer, scroller, programmaticScroll, cancel]);

  return cancel;
}

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type UIEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { BuildCommand } from '../build-detail.ts';
import type { commandDisplayState } from '../steps/build-phases.ts';
import { CommandHeader } from '../steps/command-header.tsx';
import classes from './log.module.css';
import { LogBlock } from './log-block.tsx';
import {
  BLOCK_LINES,
  HEADER_HEIGHT,
  headerAfterKey,
  LINE_HEIGHT,
  type LogJumpTarget,
  type LogPart,
  lineAfterKey,
  partOfLine,
} from './log-layout.ts';
import type { LineActions } from './log-line.tsx';
import { useLogJump } from './use-log-jump.ts';
import { useProgrammaticScroll } from './use-programmatic-scroll.ts';

const PADDING = 4;
const DIGIT = 6.6;
/** Widths of the marker before a line number and of the gap after it. */
const LINE_NUMBER_PADDING = 13 + 14;
/** Keys that scroll, whether handled by the browser or here. */
const SCROLL_KEYS = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End']);

type Props = {
  readonly buildId: number;
  readonly parts: readonly LogPart[];
  readonly displayStateOf: (command: BuildCommand) => ReturnType<typeof commandDisplayState>;
  readonly isOpen: (command: BuildCommand) => boolean;
  readonly toggle: (command: BuildCommand) => void;
  /** The linked line and the current search hit; 0 for none. */
  readonly linkedLine: number;
  readonly hitLine: number;
  readonly searchText: string;
  readonly wrap: boolean;
  /** Whether the output was removed. */
  readonly isRemoved: boolean;
  readonly jumpTarget: LogJumpTarget | undefined;
  readonly actions: LineActions;
  /** Whether the end stays in view while the log grows. */
  readonly isFollowing: boolean;
  /** Called when the user scrolls away from the end, or back to it. */
  readonly setIsFollowing: (isFollowing: boolean) => void;
};

/** Lists the commands of a build with their output. Draws only visible lines, so a million are as fast as ten. */
export function LogView(props: Props) {
  const {
    buildId,
    parts,
    displayStateOf,
    isOpen,
    toggle,
    linkedLine,
    hitLine,
    searchText,
    wrap,
    jumpTarget,
    actions,
    isRemoved,
    isFollowing,
    setIsFollowing,
  } = props;
  const scroller = useRef<HTMLElement>(null);
  // Tab stops at one header and one line number; arrow keys move within each.
  const [headerId, setHeaderId] = useState(0);
  const [lineNumber, setLineNumber] = useState(0);
  const pendingFocus = useRef('');
  const keptIndexes = [headerIndexOf(parts, headerId), partOfLine(parts, lineNumber)].filter(
    (index) => index >= 0,
  );
  const programmaticScroll = useProgrammaticScroll(scroller);
  const virtualizer = useVirtualizer({
    count: parts.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(parts[index]),
    getItemKey: (index) => keyOf(parts[index]),
    overscan: 1,
    scrollToFn: programmaticScroll.scrollToFn,
    // The focused part stays drawn when it is scrolled away, or the focus would be lost.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...keptIndexes])].sort((a, b) => a - b),
  });
  const cancelJump = useLogJump({ jumpTarget, parts, virtualizer, scroller, programmaticScroll });

  useLayoutEffect(() => {
    const element =
      pendingFocus.current === '' ? null : scroller.current?.querySelector<HTMLElement>(pendingFocus.current);
    if (!element) return;
    pendingFocus.current = '';
    element.focus({ preventScroll: true });
  });
  // Runs after every render, also when measured lines change the height.
  useLayoutEffect(() => {
    if (!isFollowing || !scroller.current) return;
    cancelJump();
    const { scrollHeight, clientHeight, scrollTop } = scroller.current;
    const left = scrollHeight - clientHeight - scrollTop;
    if (left > 0) programmaticScroll.scrollBy(left);
  });
  const lastScrollTop = useRef(0);
  useEffect(() => {
    if (linkedLine > 0) setLineNumber(linkedLine);
  }, [linkedLine]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return;
    if (SCROLL_KEYS.has(event.key)) onUserScroll();
    const headerElement = event.target.closest<HTMLElement>('[data-header]');
    const lineLink = event.target.closest<HTMLElement>('a[href^="#L"]');
    if (headerElement) {
      const id = headerAfterKey(parts, Number(headerElement.dataset.header), event.key);
      if (id === undefined) return;
      pendingFocus.current = `[data-header="${id}"]`;
      setHeaderId(id);
      virtualizer.scrollToIndex(headerIndexOf(parts, id));
    } else if (lineLink) {
      const line = lineAfterKey(parts, Number(lineLink.parentElement?.dataset.line), event.key);
      if (line === undefined) return;
      pendingFocus.current = `[data-line="${line}"] a`;
      setLineNumber(line);
      showLine(line);
    } else return;
    event.preventDefault();
  }

  /** Scrolls only when the line is out of view. */
  function showLine(line: number): void {
    const index = partOfLine(parts, line);
    const part = parts[index];
    if (part?.kind !== 'block') return;
    const top =
      (virtualizer.getOffsetForIndex(index, 'start')?.[0] ?? 0) + (line - part.number) * LINE_HEIGHT;
    const from = scroller.current?.scrollTop ?? 0;
    const height = scroller.current?.clientHeight ?? 0;
    if (top < from + LINE_HEIGHT || top > from + height - 3 * LINE_HEIGHT)
      virtualizer.scrollToOffset(Math.max(0, top - height / 3));
  }

  function onUserScroll(): void {
    cancelJump();
    setIsFollowing(false);
  }

  function onScroll({ currentTarget }: UIEvent<HTMLElement>): void {
    const { scrollHeight, clientHeight, scrollTop } = currentTarget;
    const isAtEnd = scrollHeight - clientHeight - scrollTop < LINE_HEIGHT;
    if (!isAtEnd && isFollowing && programmaticScroll.hasUserScrolled()) setIsFollowing(false);
    else if (
      isAtEnd &&
      !isFollowing &&
      scrollTop > lastScrollTop.current &&
      programmaticScroll.hasUserScrolled()
    )
      setIsFollowing(true);
    lastScrollTop.current = scrollTop;
  }

  const items = virtualizer.getVirtualItems();
  const firstHeader = items.map(({ index }) => parts[index]).find((part) => part?.kind === 'header');
  const isHeaderShown = items.some(({ index }) => isHeaderOf(parts[index], headerId));
  const tabStopHeader = isHeaderShown ? headerId : firstHeader?.command.id;
  const isLineShown = items.some(({ index }) => index === partOfLine(parts, lineNumber));
  const tabStopLine = isLineShown ? lineNumber : firstVisibleLine();

  const last = parts.findLast((part) => part.kind === 'block');
  const digits = String((last?.number ?? 0) + BLOCK_LINES).length;
  const style = {
    height: virtualizer.getTotalSize(),
    '--line-number-width': `${Math.max(56, digits * DIGIT + LINE_NUMBER_PADDING)}px`,
  } as CSSProperties;

  function firstVisibleLine(): number {
    const top = virtualizer.scrollOffset ?? 0;
    for (const { index, start, end } of items) {
      const part = parts[index];
      if (part?.kind !== 'block' || end <= top) continue;
      return part.number + Math.min(part.count - 1, Math.max(0, Math.ceil((top - start) / LINE_HEIGHT)));
    }
    return 0;
  }

  return (
    <section
      ref={scroller}
      className={classes.log}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
      tabIndex={0}
      aria-label="Log"
      onKeyDown={onKeyDown}
      onWheel={({ deltaY }) => (deltaY < 0 ? onUserScroll() : cancelJump())}
      onScroll={onScroll}
      onPointerDown={cancelJump}
    >
      <div className={classes.body} style={style}>
        {items.map(({ index, key, start }) => {
          const part = parts[index];
          if (!part) return null;
          return (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={classes.part}
              style={{ top: start }}
            >
              {part.kind === 'header' ? (
                <CommandHeader
                  command={part.command}
                  displayState={displayStateOf(part.command)}
                  isOpen={isOpen(part.command)}
                  isTabStop={part.command.id === tabStopHeader}
                  isRemoved={isRemoved}
                  toggle={toggle}
                />
              ) : (
                <LogBlock
                  buildId={buildId}
                  part={part}
                  linkedLine={lineWithin(part, linkedLine)}
                  hitLine={lineWithin(part, hitLine)}
                  tabStopLine={lineWithin(part, tabStopLine)}
                  searchText={searchText}
                  wrap={wrap}
                  actions={actions}
                />
              )}
            </div>
          );
        })}
      </div>
    </section>
  );
}

function heightOf(part: LogPart | undefined): number {
  if (part?.kind !== 'block') return HEADER_HEIGHT;
  return part.count * LINE_HEIGHT + (part.isFirst ? PADDING : 0) + (part.isLast ? PADDING + 1 : 0);
}

function keyOf(part: LogPart | undefined): string {
  if (!part) return '';
  return part.kind === 'header' ? `${part.command.id}` : `${part.command.id} ${part.from}`;
}

function isHeaderOf(part: LogPart | undefined, commandId: number): boolean {
  return part?.kind === 'header' && part.command.id === commandId;
}

function headerIndexOf(parts: readonly LogPart[], commandId: number): number {
  return commandId === 0 ? -1 : parts.findIndex((part) => isHeaderOf(part, commandId));
}

function lineWithin(part: LogPart & { readonly kind: 'block' }, line: number): number {
  return line >= part.number && line < part.number + part.count ? line : 0;
}

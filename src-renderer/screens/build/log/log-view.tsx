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
import type { commandLook } from '../steps/build-phases.ts';
import { CommandHead } from '../steps/command-head.tsx';
import classes from './log.module.css';
import { LogBlock } from './log-block.tsx';
import { BLOCK, HEAD, LINE, type LogJump, type LogPart, partOfLine } from './log-layout.ts';
import type { LineActs } from './log-line.tsx';
import { headAfter, lineAfter } from './log-moves.ts';
import { useLogJump } from './use-log-jump.ts';
import { useOwnScrolls } from './use-own-scrolls.ts';

const PADDING = 4;
const DIGIT = 6.6;
/** The ribbon before a line's number, and what stands behind it. */
const GAPS = 13 + 14;
/** Keys that scroll, by the browser's hand or by ours. */
const SCROLLS = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End']);

type Props = {
  readonly buildId: number;
  readonly parts: readonly LogPart[];
  readonly lookOf: (command: BuildCommand) => ReturnType<typeof commandLook>;
  readonly isOpen: (command: BuildCommand) => boolean;
  readonly toggle: (command: BuildCommand) => void;
  /** The linked line, and the hit that one is at; 0 for none. */
  readonly linked: number;
  readonly hit: number;
  readonly wanted: string;
  readonly wrap: boolean;
  /** What commands wrote is there no more. */
  readonly isRemoved: boolean;
  readonly jump: LogJump | undefined;
  readonly acts: LineActs;
  /** Whether the end stays in sight while the log grows. */
  readonly follows: boolean;
  /** Called when somebody scrolls away from the end, or back to it. */
  readonly setFollows: (follows: boolean) => void;
};

/** The commands of a build with what they wrote. Only what is on the screen exists: a million lines are as quick as ten. */
export function LogView(props: Props) {
  const {
    buildId,
    parts,
    lookOf,
    isOpen,
    toggle,
    linked,
    hit,
    wanted,
    wrap,
    jump,
    acts,
    isRemoved,
    follows,
    setFollows,
  } = props;
  const scroller = useRef<HTMLElement>(null);
  // Among heads and among line numbers Tab stops at one; arrows move it.
  const [headId, setHeadId] = useState(0);
  const [lineNumber, setLineNumber] = useState(0);
  const toFocus = useRef('');
  const kept = [headIndexOf(parts, headId), partOfLine(parts, lineNumber)].filter((index) => index >= 0);
  const own = useOwnScrolls(scroller);
  const virtual = useVirtualizer({
    count: parts.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(parts[index]),
    getItemKey: (index) => keyOf(parts[index]),
    overscan: 1,
    scrollToFn: own.scrollToFn,
    // What has the focus stays, however far it is scrolled away, or the focus would be lost with it.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b),
  });
  const cancelJump = useLogJump({ jump, parts, virtual, scroller, own });

  useLayoutEffect(() => {
    const element =
      toFocus.current === '' ? null : scroller.current?.querySelector<HTMLElement>(toFocus.current);
    if (!element) return;
    toFocus.current = '';
    element.focus({ preventScroll: true });
  });
  // Also after lines have taken their height, which is drawing this anew.
  useLayoutEffect(() => {
    if (!follows || !scroller.current) return;
    cancelJump();
    const { scrollHeight, clientHeight, scrollTop } = scroller.current;
    const left = scrollHeight - clientHeight - scrollTop;
    if (left > 0) own.scrollBy(left);
  });
  const top = useRef(0);
  useEffect(() => {
    if (linked > 0) setLineNumber(linked);
  }, [linked]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return;
    if (SCROLLS.has(event.key)) scrolledByHand();
    const head = event.target.closest<HTMLElement>('[data-head]');
    const number = event.target.closest<HTMLElement>('a[href^="#L"]');
    if (head) {
      const id = headAfter(parts, Number(head.dataset.head), event.key);
      if (id === undefined) return;
      toFocus.current = `[data-head="${id}"]`;
      setHeadId(id);
      virtual.scrollToIndex(headIndexOf(parts, id));
    } else if (number) {
      const line = lineAfter(parts, Number(number.parentElement?.dataset.line), event.key);
      if (line === undefined) return;
      toFocus.current = `[data-line="${line}"] a`;
      setLineNumber(line);
      showLine(line);
    } else return;
    event.preventDefault();
  }

  /** Scrolls no further than it must. */
  function showLine(line: number): void {
    const index = partOfLine(parts, line);
    const part = parts[index];
    if (part?.kind !== 'block') return;
    const top = (virtual.getOffsetForIndex(index, 'start')?.[0] ?? 0) + (line - part.number) * LINE;
    const from = scroller.current?.scrollTop ?? 0;
    const height = scroller.current?.clientHeight ?? 0;
    if (top < from + LINE || top > from + height - 3 * LINE)
      virtual.scrollToOffset(Math.max(0, top - height / 3));
  }

  function scrolledByHand(): void {
    cancelJump();
    setFollows(false);
  }

  function onScroll({ currentTarget }: UIEvent<HTMLElement>): void {
    const { scrollHeight, clientHeight, scrollTop } = currentTarget;
    const isAtEnd = scrollHeight - clientHeight - scrollTop < LINE;
    if (!isAtEnd && follows && own.isElsewhere()) setFollows(false);
    else if (isAtEnd && !follows && scrollTop > top.current && own.isElsewhere()) setFollows(true);
    top.current = scrollTop;
  }

  const items = virtual.getVirtualItems();
  const firstHead = items.map(({ index }) => parts[index]).find((part) => part?.kind === 'head');
  const hasHead = items.some(({ index }) => isHeadOf(parts[index], headId));
  const reachableHead = hasHead ? headId : firstHead?.command.id;
  const hasLine = items.some(({ index }) => index === partOfLine(parts, lineNumber));
  const reachableLine = hasLine ? lineNumber : firstLineShown();

  const last = parts.findLast((part) => part.kind === 'block');
  const digits = String((last?.number ?? 0) + BLOCK).length;
  const style = {
    height: virtual.getTotalSize(),
    '--numbers': `${Math.max(56, digits * DIGIT + GAPS)}px`,
  } as CSSProperties;

  function firstLineShown(): number {
    const top = virtual.scrollOffset ?? 0;
    for (const { index, start, end } of items) {
      const part = parts[index];
      if (part?.kind !== 'block' || end <= top) continue;
      return part.number + Math.min(part.count - 1, Math.max(0, Math.ceil((top - start) / LINE)));
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
      onWheel={({ deltaY }) => (deltaY < 0 ? scrolledByHand() : cancelJump())}
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
              ref={virtual.measureElement}
              data-index={index}
              className={classes.part}
              style={{ top: start }}
            >
              {part.kind === 'head' ? (
                <CommandHead
                  command={part.command}
                  look={lookOf(part.command)}
                  isOpen={isOpen(part.command)}
                  isReachable={part.command.id === reachableHead}
                  isRemoved={isRemoved}
                  toggle={toggle}
                />
              ) : (
                <LogBlock
                  buildId={buildId}
                  part={part}
                  linked={within(part, linked)}
                  hit={within(part, hit)}
                  reachable={within(part, reachableLine)}
                  wanted={wanted}
                  wrap={wrap}
                  acts={acts}
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
  if (part?.kind !== 'block') return HEAD;
  return part.count * LINE + (part.isFirst ? PADDING : 0) + (part.isLast ? PADDING + 1 : 0);
}

function keyOf(part: LogPart | undefined): string {
  if (!part) return '';
  return part.kind === 'head' ? `${part.command.id}` : `${part.command.id} ${part.from}`;
}

function isHeadOf(part: LogPart | undefined, commandId: number): boolean {
  return part?.kind === 'head' && part.command.id === commandId;
}

function headIndexOf(parts: readonly LogPart[], commandId: number): number {
  return commandId === 0 ? -1 : parts.findIndex((part) => isHeadOf(part, commandId));
}

function within(part: LogPart & { readonly kind: 'block' }, line: number): number {
  return line >= part.number && line < part.number + part.count ? line : 0;
}

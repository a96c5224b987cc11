import { DndContext } from '@dnd-kit/core';
import { useMediaQuery } from '@mantine/hooks';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { RedirectMatchOutcome } from '../../../../src-server/model/redirects/redirect-trace.ts';
import { RedirectRow } from './redirect-row.tsx';
import type { RedirectView } from './redirect-view.ts';
import classes from './redirects.module.css';
import { type Drag, useRedirectDrag } from './use-redirect-drag.ts';
import type { RedirectOrder } from './use-redirect-order.ts';

/** Methods that the screen calls on the list. */
export type RedirectListHandle = {
  /** Scrolls to the redirect; with `focus`, focuses its row as well. */
  readonly scrollTo: (id: number, focus: boolean) => void;
};

type Props = {
  readonly ref: Ref<RedirectListHandle>;
  readonly rules: readonly RedirectView[];
  readonly order: RedirectOrder;
  /** Ids of the rows with the accent marker. */
  readonly highlighted: ReadonlySet<number>;
  /** Ids with unsaved changes. */
  readonly unsaved: ReadonlySet<number>;
  /** Test outcomes by id; undefined while no URL is tested. */
  readonly outcomes: ReadonlyMap<number, RedirectMatchOutcome> | undefined;
  /** Redirect to scroll to first. */
  readonly startAt: number | null;
  readonly open: (id: number) => void;
  readonly remove: (id: number) => void;
  readonly test: (id: number) => void;
};

const HEADER_HEIGHT = 28;
const PAGE_ROWS = 12;
const DIGIT_WIDTH = 8;

/**
 * Lists the redirects in order and renders only the visible rows. Arrows, Page, Home and End move the focus, Enter
 * opens, Alt with an arrow moves the redirect, and so does its drag handle, by pointer or keyboard.
 */
export function RedirectList(props: Props) {
  const { ref, rules, order, highlighted, unsaved, outcomes, startAt, open, remove, test } = props;
  const height = useMediaQuery('(max-width: 1000px)') ? 32 : 36;
  const count = rules.length;
  const indexById = useMemo(() => new Map(rules.map(({ id }, at) => [id, at])), [rules]);
  const scroller = useRef<HTMLDivElement>(null);
  const [activeId, setActiveId] = useState(startAt);
  const lastIndex = useRef(0);
  const activeIndex = activeId === null ? undefined : indexById.get(activeId);
  const current = Math.min(activeIndex ?? lastIndex.current, count - 1);
  lastIndex.current = current;
  const { drag, context } = useRedirectDrag({
    scroller,
    rules,
    height,
    placeOf: (id) => indexById.get(id),
    move: order.move,
  });

  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    scrollPaddingStart: HEADER_HEIGHT,
    initialOffset: Math.max(0, (indexById.get(startAt ?? -1) ?? 0) - 3) * height,
    // The focused row and the dragged one stay mounted, however far away the list is scrolled.
    rangeExtractor: (range) => {
      const shown = new Set([...defaultRangeExtractor(range), current]);
      if (drag) shown.add(drag.from);
      return [...shown].filter((at) => at >= 0 && at < count).sort((a, b) => a - b);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are lower in a narrow window
  useEffect(() => virtual.measure(), [height]);

  const focusRow = (id: number) =>
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-redirect="${id}"]`)?.focus({ preventScroll: true }),
    );
  const scrollTo = (id: number, focus: boolean) => {
    const at = indexById.get(id);
    if (at === undefined) return;
    setActiveId(id);
    virtual.scrollToIndex(at);
    if (focus) focusRow(id);
  };
  useImperativeHandle(ref, () => ({ scrollTo }));

  // Moving a row's element drops its focus in the browser, so it is focused again.
  const movedId = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after the order has changed
  useEffect(() => {
    const { current: id } = movedId;
    movedId.current = null;
    if (id === null) return;
    const focusLost = document.activeElement === document.body;
    const at = indexById.get(id);
    if (at !== undefined) virtual.scrollToIndex(at);
    if (focusLost) focusRow(id);
  }, [rules]);

  const latest = useRef({ open, remove, test, order });
  latest.current = { open, remove, test, order };
  const actions = useMemo(
    () => ({
      open: (id: number) => latest.current.open(id),
      remove: (id: number) => latest.current.remove(id),
      test: (id: number) => latest.current.test(id),
      move: (id: number, to: number) => {
        movedId.current = id;
        latest.current.order.move(id, to);
      },
      onFocus: setActiveId,
    }),
    [],
  );

  function onKeyDown(event: KeyboardEvent): void {
    const { key, altKey, ctrlKey, metaKey } = event;
    const rule = rules[current];
    if (!(event.target as HTMLElement).matches('[data-redirect]') || !rule || ctrlKey || metaKey) return;
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (altKey) {
      const to = current + step;
      if (step === 0) return;
      if (to >= 0 && to < count) {
        movedId.current = rule.id;
        order.nudge(rule.id, to);
      }
    } else if (key === 'Enter') open(rule.id);
    else if (key === 'Delete') remove(rule.id);
    else {
      const steps: Record<string, number> = {
        ArrowDown: current + 1,
        ArrowUp: current - 1,
        PageDown: current + PAGE_ROWS,
        PageUp: current - PAGE_ROWS,
        Home: 0,
        End: count - 1,
      };
      const to = steps[key];
      if (to === undefined) return;
      const next = rules[Math.max(0, Math.min(count - 1, to))];
      if (next) scrollTo(next.id, true);
    }
    event.preventDefault();
  }

  const numberWidth = Math.max(20, count.toLocaleString('en-GB').length * DIGIT_WIDTH);
  return (
    <DndContext {...context}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows are placed by the virtual list, which a table element cannot */}
      <div
        ref={scroller}
        role="grid"
        aria-label="Redirects"
        aria-rowcount={count + 1}
        data-dragging={drag ? true : undefined}
        data-tested={outcomes ? true : undefined}
        className={classes.list}
        style={{ '--number': `${numberWidth}px`, height: HEADER_HEIGHT + count * height } as CSSProperties}
        onKeyDown={onKeyDown}
        onKeyUp={({ key }) => key === 'Alt' && order.settle()}
      >
        <HeaderRow tested={outcomes !== undefined} />
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        <div role="rowgroup" className={classes.body} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index }) => {
            const rule = rules[index];
            return (
              rule && (
                <RedirectRow
                  key={rule.id}
                  rule={rule}
                  index={index}
                  number={1 + (drag?.id === rule.id ? drag.to : index + shiftOf(index, drag))}
                  count={count}
                  height={height}
                  active={index === current}
                  highlighted={highlighted.has(rule.id)}
                  unsaved={unsaved.has(rule.id)}
                  outcome={outcomes && (outcomes.get(rule.id) ?? null)}
                  shift={shiftOf(index, drag)}
                  actions={actions}
                />
              )
            );
          })}
        </div>
      </div>
    </DndContext>
  );
}

function shiftOf(index: number, drag: Drag | null): -1 | 0 | 1 {
  if (!drag) return 0;
  if (index > drag.from && index <= drag.to) return -1;
  return index < drag.from && index >= drag.to ? 1 : 0;
}

const HEADERS = [
  { name: 'Order', unseen: true },
  { name: '#', className: classes.number },
  { name: 'Type' },
  { name: 'From' },
  { name: 'To' },
  { name: 'Test result', tested: true },
  { name: 'Acts', unseen: true },
] as const satisfies readonly {
  name: string;
  unseen?: boolean;
  tested?: boolean;
  className?: string | undefined;
}[];

function HeaderRow({ tested }: { readonly tested: boolean }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div role="rowgroup" className={classes.headerGroup}>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="row" aria-rowindex={1} tabIndex={-1} className={`${classes.row} ${classes.header}`}>
        {HEADERS.filter((header) => tested || !('tested' in header)).map((head) => (
          // biome-ignore lint/a11y/useSemanticElements: see above
          // biome-ignore lint/a11y/useFocusableInteractive: a header has no action
          <div
            key={head.name}
            role="columnheader"
            className={'className' in head ? head.className : undefined}
          >
            <span
              className={'unseen' in head ? classes.visuallyHidden : 'tested' in head ? classes.wideOnly : ''}
            >
              {head.name}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { formatCount, pluralize } from '../format.ts';
import classes from './bulk-report.module.css';

/** Describes one item of a bulk change, as the desk previews and reports it. */
export type ReportItem = {
  readonly key: string;
  readonly name: string;
  /** `same` and `refused` stay as they are. */
  readonly outcome: string;
  readonly note: string;
};

type Props = {
  readonly items: readonly ReportItem[];
  /** What happens to an item of this outcome: `Gets it`, `Has it already`. */
  readonly outcomeLabels: Readonly<Record<string, string>>;
  /** Names one item: `project`. */
  readonly noun: string;
  /** What the items that change do. */
  readonly verb?: string;
};

const ROW_HEIGHT = 28;
const MAX_VISIBLE_ROWS = 8;

/** Previews what a bulk change does to each item: totals first, then every item by name. */
export function BulkReport({ items, outcomeLabels, noun, verb = 'will change' }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 4,
    initialRect: { width: 0, height: MAX_VISIBLE_ROWS * ROW_HEIGHT },
  });
  const unchanged = items.filter(({ outcome }) => outcome === 'same').length;
  const refused = items.filter(({ outcome }) => outcome === 'refused').length;
  const changed = items.length - unchanged - refused;
  const summary = [
    changed > 0 ? `${pluralize(changed, noun)} ${verb}` : '',
    unchanged > 0
      ? `${formatCount(unchanged)} ${unchanged === 1 ? 'stays as it is' : 'stay as they are'}`
      : '',
    refused > 0 ? `${formatCount(refused)} left out` : '',
  ].filter(Boolean);
  return (
    <section aria-label="Preview" className={classes.report}>
      <p className={classes.summary} aria-live="polite">
        {summary.join(', ')}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section ref={scroller} className={classes.list} tabIndex={0} aria-label={`Every ${noun}`}>
        <ul style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const item = items[index];
            if (!item) return null;
            const outcomeLabel = outcomeLabels[item.outcome] ?? '';
            return (
              <li key={item.key} className={classes.row} style={{ transform: `translateY(${start}px)` }}>
                <span className={`truncate ${classes.name}`} title={`${item.name} (${item.key})`}>
                  <b>{item.name}</b>{' '}
                  {item.name !== item.key && <span className="mono dimmer">{item.key}</span>}
                </span>
                <span
                  className={item.outcome === 'refused' ? classes.refused : classes.note}
                  title={item.note}
                >
                  {item.note || outcomeLabel}
                </span>
              </li>
            );
          })}
        </ul>
      </section>
    </section>
  );
}

/** Counts the items that will change. */
export function countChanges(items: readonly ReportItem[]): number {
  return items.filter(({ outcome }) => outcome !== 'same' && outcome !== 'refused').length;
}

import chart from '../../../ui/chart/chart.module.css';
import classes from './lanes.module.css';

const KINDS = [
  { kind: 'passed', label: 'Passed' },
  { kind: 'failed', label: 'Failed' },
  { kind: 'cancelled', label: 'Cancelled' },
  { kind: 'running', label: 'Running' },
  { kind: 'waiting', label: 'Queued' },
] as const;

/** Explains the bars. */
export function LanesLegend() {
  return (
    <ul className={chart.legend} aria-hidden>
      {KINDS.map(({ kind, label }) => (
        <li key={kind}>
          <svg width="18" height="16" aria-hidden>
            <LaneBar kind={kind} x={1} y={8} width={16} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}

type Kind = (typeof KINDS)[number]['kind'];
type LaneBarProps = { readonly kind: Kind; readonly x: number; readonly y: number; readonly width: number };

/** Draws a bar around a height: a failed one is taller and has a cross, others that did not pass are hollow. */
export function LaneBar({ kind, x, y, width }: LaneBarProps) {
  const height = kind === 'failed' ? 14 : 10;
  const isHollow = kind === 'cancelled' || kind === 'waiting';
  const inset = isHollow ? 0.75 : 0;
  return (
    <>
      <rect
        className={classes[kind]}
        x={x + inset}
        y={y - height / 2 + inset}
        width={Math.max(1, width - 2 * inset)}
        height={height - 2 * inset}
        rx={Math.min(2, width / 2)}
      />
      {kind === 'failed' && width >= 9 && (
        <path className={chart.cross} d={`M${x + width / 2 - 2.2} ${y - 2.2}l4.4 4.4m0 -4.4l-4.4 4.4`} />
      )}
    </>
  );
}

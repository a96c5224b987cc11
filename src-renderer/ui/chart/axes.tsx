import type { scaleLinear, scaleTime } from '@visx/scale';
import classes from './chart.module.css';
import { formatTick } from './ticks.ts';

type Linear = ReturnType<typeof scaleLinear<number>>;
type Time = ReturnType<typeof scaleTime<number>>;

type TimeAxisProps = { readonly scale: Time; readonly top: number };

/** How much room a date takes on an axis, in pixels. */
const DATE_WIDTH = 72;

/** Draws an axis of time below a chart. */
export function TimeAxis({ scale, top }: TimeAxisProps) {
  const [from = 0, to = 0] = scale.range();
  const [first = new Date(), last = first] = scale.domain();
  const spanMs = last.getTime() - first.getTime();
  const ticks = scale.ticks(Math.max(2, Math.floor((to - from) / DATE_WIDTH)));
  const labels = ticks.map((date) => formatTick(date, spanMs));
  return (
    <g transform={`translate(0 ${top})`}>
      <path className={classes.axis} d={`M${from} 0.5H${to}`} />
      {ticks.map((date, at) => (
        <g key={date.getTime()} transform={`translate(${scale(date)} 0)`}>
          <path className={classes.axis} d="M0 0V4" />
          <text className={classes.tick} y={16} textAnchor="middle">
            {labels[at] !== labels[at - 1] && labels[at]}
          </text>
        </g>
      ))}
    </g>
  );
}

type ValueAxisProps = {
  readonly scale: Linear;
  readonly ticks: readonly number[];
  /** Where the chart begins and ends, from the left. */
  readonly left: number;
  readonly right: number;
  readonly format: (value: number) => string;
};

/** Draws the values at the left of a chart, and a line across it for each. */
export function ValueAxis({ scale, ticks, left, right, format }: ValueAxisProps) {
  return ticks.map((tick) => (
    <g key={tick} transform={`translate(0 ${scale(tick)})`}>
      <path className={classes.grid} d={`M${left} 0H${Math.max(left, right)}`} />
      <text className={classes.tick} x={left - 8} dy="0.32em" textAnchor="end">
        {format(tick)}
      </text>
    </g>
  ));
}

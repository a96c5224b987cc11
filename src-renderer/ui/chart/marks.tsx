import classes from './chart.module.css';

/** Outlines of the marks of series, around 0: disc, triangle, diamond, triangle on its tip, plus. */
const SHAPES = [
  'M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z',
  'M0 -3.8L3.6 2.8H-3.6z',
  'M0 -4.2L4.2 0L0 4.2L-4.2 0z',
  'M0 3.8L3.6 -2.8H-3.6z',
] as const;
const OTHER = 'M-1 -3.5h2v2.5h2.5v2h-2.5v2.5h-2v-2.5h-2.5v-2h2.5z';

/** How many series have a shape and a colour of their own; the others share one. */
export const SERIES = SHAPES.length;

/** Returns the class of a series, which sets its colour. */
export function seriesClass(series: number): string {
  return classes[`series${series}`] ?? classes.other ?? '';
}

/** Draws the mark of a series, around a point. */
export function SeriesMark({ series, x = 0, y = 0 }: { series: number; x?: number; y?: number }) {
  return (
    <path
      className={`${classes.mark} ${seriesClass(series)}`}
      d={SHAPES[series] ?? OTHER}
      transform={`translate(${x} ${y})`}
    />
  );
}

/** Draws the mark of a failed build, around a point: the square with a cross that it is everywhere. */
export function FailedMark({ x = 0, y = 0 }: { x?: number; y?: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect className={classes.failed} x={-4.5} y={-4.5} width={9} height={9} rx={1.5} />
      <path className={classes.cross} d="M-1.9 -1.9l3.8 3.8M1.9 -1.9l-3.8 3.8" />
    </g>
  );
}

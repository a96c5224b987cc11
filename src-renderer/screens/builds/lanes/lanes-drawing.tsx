import { scaleTime } from '@visx/scale';
import { Link } from 'wouter';
import { ElapsedTime } from '../../../features/build-status/elapsed-time.tsx';
import { TimeAxis } from '../../../ui/chart/axes.tsx';
import chart from '../../../ui/chart/chart.module.css';
import type { ShowHint } from '../../../ui/chart/chart-panel.tsx';
import { useWidth } from '../../../ui/chart/use-width.ts';
import { buildPath } from '../use-trigger-build.ts';
import classes from './lanes.module.css';
import { hintOf, type LaneBuild, type LanesData } from './lanes-data.ts';
import { LaneBar } from './lanes-legend.tsx';

type Props = {
  readonly data: LanesData;
  /** In microseconds. */
  readonly now: number;
  readonly showHint: ShowHint;
};

const LANE_HEIGHT = 18;
const LABELS_WIDTH = 52;
/** Room for the time that runs, right of the bars. */
const ELAPSED_WIDTH = 56;
const AXIS_HEIGHT = 22;
const MIN_BAR_WIDTH = 2;

/** Draws a lane for each slot and one for each build that waits. */
export function LanesDrawing({ data, now, showHint }: Props) {
  const [box, width] = useWidth<HTMLDivElement>();
  const { since, lanes, builds, waiting } = data;
  const end = Math.max(now, data.now);
  const right = Math.max(width - ELAPSED_WIDTH, LABELS_WIDTH + 40);
  const x = scaleTime<number>({
    domain: [new Date((since + end - data.now) / 1000), new Date(end / 1000)],
    range: [LABELS_WIDTH, right],
    clamp: true,
  });
  const xOf = (micros: number) => x(new Date(micros / 1000));
  const yOf = (lane: number) => lane * LANE_HEIGHT + LANE_HEIGHT / 2;
  const rows = lanes + waiting.length;
  return (
    <div ref={box} className={classes.scrolled}>
      <svg className={chart.chart} height={rows * LANE_HEIGHT + AXIS_HEIGHT} aria-hidden>
        {laneNumbers(lanes).map((lane) => (
          <Lane key={lane} label={`Slot ${lane + 1}`} y={yOf(lane)} right={right} />
        ))}
        {builds.map((build) => (
          <Link
            key={build.id}
            href={buildPath(build.projectSlug, build.id)}
            tabIndex={-1}
            onPointerEnter={() => showHint(hintOf(build, now))}
          >
            <LaneBar
              kind={kindOf(build)}
              x={xOf(build.from)}
              y={yOf(build.lane)}
              width={Math.max(MIN_BAR_WIDTH, xOf(build.to ?? end) - xOf(build.from) - 0.5)}
            />
          </Link>
        ))}
        {builds
          .filter(({ to }) => to === null)
          .map(({ id, lane, from }) => (
            <text key={id} className={classes.elapsed} x={right + 8} y={yOf(lane)} dy="0.34em">
              <ElapsedTime since={from} />
            </text>
          ))}
        {waiting.map(({ id, projectSlug, projectName, versionSlug, created }, at) => (
          <g key={id}>
            <Lane label={at === 0 ? 'Queue' : ''} y={yOf(lanes + at)} right={right} />
            <Link
              href={buildPath(projectSlug, id)}
              tabIndex={-1}
              onPointerEnter={() => showHint(`Build ${id} of ${projectName}, ${versionSlug}: queued`)}
            >
              <LaneBar
                kind="waiting"
                x={Math.min(xOf(created), right - 6)}
                y={yOf(lanes + at)}
                width={Math.max(6, right - xOf(created))}
              />
            </Link>
            <text className={classes.waited} x={right + 8} y={yOf(lanes + at)} dy="0.34em">
              <ElapsedTime since={created} />
            </text>
          </g>
        ))}
        <TimeAxis scale={x} top={rows * LANE_HEIGHT} />
      </svg>
    </div>
  );
}

function Lane({ label, y, right }: { readonly label: string; readonly y: number; readonly right: number }) {
  return (
    <>
      <text className={chart.tick} x={0} y={y} dy="0.34em">
        {label}
      </text>
      <path className={chart.grid} d={`M${LABELS_WIDTH} ${y}H${right}`} />
    </>
  );
}

function kindOf({ outcome }: LaneBuild) {
  return outcome === 'queued' ? 'running' : outcome;
}

function laneNumbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, lane) => lane);
}

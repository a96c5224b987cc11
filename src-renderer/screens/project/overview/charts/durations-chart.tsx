import { scaleLinear, scaleTime } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { Link } from 'wouter';
import { TimeAxis, ValueAxis } from '../../../../ui/chart/axes.tsx';
import classes from '../../../../ui/chart/chart.module.css';
import { ChartPanel, type ShowHint } from '../../../../ui/chart/chart-panel.tsx';
import { FailedMark, SERIES, SeriesMark, seriesClass } from '../../../../ui/chart/marks.tsx';
import { durationTicks } from '../../../../ui/chart/ticks.ts';
import { useWidth } from '../../../../ui/chart/use-width.ts';
import { formatDateTime, formatDuration } from '../../../../ui/format.ts';
import { buildPath } from '../../../builds/use-trigger-build.ts';
import { AXIS_BOTTOM, AXIS_LEFT, CHART_HEIGHT, type ProjectCharts } from './project-charts.ts';

type Build = ProjectCharts['durations'][number];
type Props = { readonly slug: string; readonly builds: readonly Build[] };

/** Half of a day, on each side of a chart that would begin and end at one moment. */
const ALONE_MS = 12 * 3_600_000;

/** Shows how long builds took, over time: a series for each of the versions built most. */
export function DurationsChart({ slug, builds }: Props) {
  const versions = versionsByCount(builds);
  const hasOthers = versions.length > SERIES;
  const hasFailed = builds.some(({ success }) => !success);
  return (
    <ChartPanel
      title="Build durations"
      unit="Minutes and seconds, by date"
      empty={builds.length === 0 ? 'No build has finished yet.' : undefined}
      numbers={{
        columns: ['Build', 'Version', 'State', 'Duration', 'Triggered'],
        rows: builds.toReversed().map(({ id, version, created, success, duration }) => ({
          key: id,
          href: buildPath(slug, id),
          cells: [
            String(id),
            version,
            success ? 'Passed' : 'Failed',
            formatDuration(duration),
            formatDateTime(created),
          ],
        })),
      }}
      legend={
        <ul className={classes.legend} aria-hidden>
          {versions.slice(0, SERIES).map((version, series) => (
            <li key={version} title={version}>
              <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden>
                <SeriesMark series={series} />
              </svg>
              <span className="mono truncate">{version}</span>
            </li>
          ))}
          {hasOthers && (
            <li>
              <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden>
                <SeriesMark series={SERIES} />
              </svg>
              Other versions
            </li>
          )}
          {hasFailed && (
            <li>
              <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden>
                <FailedMark />
              </svg>
              Failed
            </li>
          )}
        </ul>
      }
    >
      {(showHint) => <Drawing slug={slug} builds={builds} versions={versions} showHint={showHint} />}
    </ChartPanel>
  );
}

type DrawingProps = Props & { readonly versions: readonly string[]; readonly showHint: ShowHint };

function Drawing({ slug, builds, versions, showHint }: DrawingProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  const ticks = durationTicks(Math.max(1, ...builds.map(({ duration }) => duration)));
  const y = scaleLinear<number>({ domain: [0, ticks.at(-1) ?? 1], range: [CHART_HEIGHT, 8] });
  const x = scaleTime<number>({
    domain: timeDomain(builds),
    range: [AXIS_LEFT + 8, Math.max(width, 96) - 8],
  });
  const place = ({ created, duration }: Build) => ({ x: x(new Date(created / 1000)), y: y(duration) });
  const drawn = versions.slice(0, SERIES);
  return (
    <div ref={box}>
      <svg className={classes.chart} height={CHART_HEIGHT + AXIS_BOTTOM} aria-hidden>
        <ValueAxis scale={y} ticks={ticks} left={AXIS_LEFT} right={width} format={formatDuration} />
        <TimeAxis scale={x} top={CHART_HEIGHT} />
        {drawn.map((version, series) => (
          <LinePath
            key={version}
            className={`${classes.line} ${seriesClass(series)}`}
            data={builds.filter((build) => build.success && build.version === version)}
            x={(build) => place(build).x}
            y={(build) => place(build).y}
          />
        ))}
        {[...builds].sort(failedLast).map((build) => {
          const { id, version, success, duration } = build;
          const at = place(build);
          const series = drawn.indexOf(version);
          return (
            <Link
              key={id}
              href={buildPath(slug, id)}
              tabIndex={-1}
              onPointerEnter={() =>
                showHint(
                  `Build ${id} of ${version}: ${success ? 'passed' : 'failed'} after ${formatDuration(duration)}, ${formatDateTime(build.created)}`,
                )
              }
            >
              {/* Larger than the mark, so that the pointer finds it. */}
              <circle cx={at.x} cy={at.y} r={7} fill="transparent" />
              {success ? (
                <SeriesMark series={series < 0 ? SERIES : series} {...at} />
              ) : (
                <FailedMark {...at} />
              )}
            </Link>
          );
        })}
      </svg>
    </div>
  );
}

/** Returns the versions of these builds, those built most often first. */
function versionsByCount(builds: readonly Build[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { version } of builds) counts.set(version, (counts.get(version) ?? 0) + 1);
  return [...counts]
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .map(([version]) => version);
}

function timeDomain(builds: readonly Build[]): [Date, Date] {
  const first = (builds[0]?.created ?? 0) / 1000;
  const last = (builds.at(-1)?.created ?? 0) / 1000;
  const margin = first === last ? ALONE_MS : 0;
  return [new Date(first - margin), new Date(last + margin)];
}

/** Sorts failed builds last, so that no other mark covers them. */
function failedLast(one: Build, other: Build): number {
  return Number(other.success) - Number(one.success);
}

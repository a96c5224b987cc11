import { scaleBand, scaleLinear } from '@visx/scale';
import { useId } from 'react';
import { ValueAxis } from '../../../../ui/chart/axes.tsx';
import classes from '../../../../ui/chart/chart.module.css';
import { ChartPanel, type ShowHint } from '../../../../ui/chart/chart-panel.tsx';
import { formatTick } from '../../../../ui/chart/ticks.ts';
import { useWidth } from '../../../../ui/chart/use-width.ts';
import { pluralize } from '../../../../ui/format.ts';
import own from './overview-charts.module.css';
import { AXIS_BOTTOM, AXIS_LEFT, CHART_HEIGHT, type ProjectCharts } from './project-charts.ts';

type Weeks = ProjectCharts['weeks'];
type Week = Weeks[number];

const WEEK_MS = 7 * 86_400_000;
const PERCENT_TICKS = [0, 25, 50, 75, 100];
/** How much room the name of a week takes, in pixels. */
const LABEL_WIDTH = 52;

/** Shows the share of builds that passed, week by week. */
export function WeeksChart({ weeks }: { readonly weeks: Weeks }) {
  const total = weeks.reduce((sum, week) => sum + countOf(week), 0);
  return (
    <ChartPanel
      title="Passed builds"
      unit="Percent of finished builds, by week"
      empty={
        total === 0
          ? `No build has passed or failed in the last ${pluralize(weeks.length, 'week')}.`
          : undefined
      }
      numbers={{
        columns: ['Week from', 'Passed', 'Failed', 'Share passed'],
        rows: weeks.toReversed().map((week) => ({
          key: week.from,
          cells: [dayOf(week), String(week.passed), String(week.failed), shareText(week)],
        })),
      }}
      legend={
        <ul className={classes.legend} aria-hidden>
          <li>
            <i className={`${own.swatch} ${own.passedSwatch}`} /> Passed
          </li>
          <li>
            <i className={`${own.swatch} ${own.failedSwatch}`} /> Failed
          </li>
        </ul>
      }
    >
      {(showHint) => <Drawing weeks={weeks} showHint={showHint} />}
    </ChartPanel>
  );
}

function Drawing({ weeks, showHint }: { readonly weeks: Weeks; readonly showHint: ShowHint }) {
  const [box, width] = useWidth<HTMLDivElement>();
  const pattern = useId();
  const x = scaleBand<number>({
    domain: weeks.map(({ from }) => from),
    range: [AXIS_LEFT, Math.max(width, 96)],
    paddingInner: 0.3,
    paddingOuter: 0.15,
  });
  const y = scaleLinear<number>({ domain: [0, 100], range: [CHART_HEIGHT, 8] });
  const every = Math.max(1, Math.ceil(LABEL_WIDTH / x.step()));
  const barWidth = x.bandwidth();
  return (
    <div ref={box}>
      <svg className={classes.chart} height={CHART_HEIGHT + AXIS_BOTTOM} aria-hidden>
        <defs>
          <pattern
            id={pattern}
            width={5}
            height={5}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width={2.5} height={5} className={classes.failed} />
          </pattern>
        </defs>
        <ValueAxis
          scale={y}
          ticks={PERCENT_TICKS}
          left={AXIS_LEFT}
          right={width}
          format={(value) => `${value} %`}
        />
        {weeks.map((week, at) => {
          const left = x(week.from) ?? 0;
          const passedTop = y(shareOf(week) * 100);
          const hasBuilds = countOf(week) > 0;
          // Counted from this week, which is named whatever the width.
          const isNamed = (weeks.length - 1 - at) % every === 0;
          return (
            <g
              key={week.from}
              onPointerEnter={() => showHint(`Week from ${dayOf(week)}: ${countsText(week)}`)}
            >
              <rect x={left} y={8} width={barWidth} height={CHART_HEIGHT - 8} fill="transparent" />
              {hasBuilds ? (
                <>
                  {week.passed > 0 && (
                    <rect
                      className={own.passedBar}
                      x={left + 0.5}
                      y={passedTop + 0.5}
                      width={Math.max(1, barWidth - 1)}
                      height={CHART_HEIGHT - passedTop - 0.5}
                    />
                  )}
                  {week.failed > 0 && (
                    <g className={own.failedBar}>
                      <rect
                        x={left + 0.5}
                        y={8.5}
                        width={Math.max(1, barWidth - 1)}
                        height={Math.max(1, passedTop - 9)}
                        fill={`url(#${pattern})`}
                      />
                    </g>
                  )}
                </>
              ) : (
                <path className={own.noBuilds} d={`M${left + barWidth / 2 - 3} ${CHART_HEIGHT - 4}h6`} />
              )}
              {isNamed && (
                <text
                  className={classes.tick}
                  x={left + barWidth / 2}
                  y={CHART_HEIGHT + 16}
                  textAnchor="middle"
                >
                  {dayOf(week)}
                </text>
              )}
            </g>
          );
        })}
        <path className={classes.axis} d={`M${AXIS_LEFT} ${CHART_HEIGHT + 0.5}H${Math.max(width, 96)}`} />
      </svg>
    </div>
  );
}

const countOf = ({ passed, failed }: Week) => passed + failed;
const shareOf = (week: Week) => (countOf(week) === 0 ? 0 : week.passed / countOf(week));
const dayOf = ({ from }: Week) => formatTick(new Date(from / 1000), 12 * WEEK_MS);

function shareText(week: Week): string {
  return countOf(week) === 0 ? 'No builds' : `${Math.round(shareOf(week) * 100)} %`;
}

function countsText(week: Week): string {
  if (countOf(week) === 0) return 'no builds';
  return `${shareText(week)} passed, ${week.passed} of ${pluralize(countOf(week), 'build')}`;
}

import { Link } from 'wouter';
import { BUILD_PHASES, type BuildPhase } from '../../../../../src-server/model/builds/charts/build-phases.ts';
import { BuildIcon } from '../../../../features/build-status/build-display-state.tsx';
import chart from '../../../../ui/chart/chart.module.css';
import { ChartPanel } from '../../../../ui/chart/chart-panel.tsx';
import { formatDuration } from '../../../../ui/format.ts';
import { buildPath } from '../../../builds/use-trigger-build.ts';
import classes from './overview-charts.module.css';
import type { ProjectCharts } from './project-charts.ts';

type Build = ProjectCharts['phases'][number];
type Props = { readonly slug: string; readonly builds: readonly Build[] };

const LABELS: Readonly<Record<BuildPhase, string>> = {
  cloning: 'Clone',
  installing: 'Install',
  building: 'Build',
};

/** Shows where the time of the last builds went. */
export function PhasesChart({ slug, builds }: Props) {
  const longest = Math.max(1, ...builds.map(totalOf));
  return (
    <ChartPanel
      title="Where the time goes"
      unit="Minutes and seconds, newest build first"
      empty={builds.length === 0 ? 'No build has run a command yet.' : undefined}
      numbers={{
        columns: ['Build', 'Version', 'Total', 'Clone', 'Install', 'Build time', 'State'],
        rows: builds.map((build) => ({
          key: build.id,
          href: buildPath(slug, build.id),
          cells: [
            String(build.id),
            build.version,
            formatDuration(totalOf(build)),
            ...BUILD_PHASES.map((phase) => formatDuration(build.seconds[phase])),
            build.success ? 'Passed' : 'Failed',
          ],
        })),
      }}
      legend={
        <ul className={chart.legend} aria-hidden>
          {BUILD_PHASES.map((phase) => (
            <li key={phase}>
              <i className={`${classes.swatch} ${classes[phase]}`} /> {LABELS[phase]}
            </li>
          ))}
        </ul>
      }
    >
      {(showHint) => (
        <ul className={classes.bars}>
          {builds.map((build) => (
            <li key={build.id} onPointerEnter={() => showHint(hintOf(build))}>
              <Link href={buildPath(slug, build.id)} tabIndex={-1} className={classes.bar}>
                <BuildIcon state={build.success ? 'passed' : 'failed'} isLabelled={false} />
                <span className="mono truncate">{build.version}</span>
                <span className={classes.track}>
                  {BUILD_PHASES.filter((phase) => build.seconds[phase] > 0).map((phase) => (
                    <i
                      key={phase}
                      className={`${classes.part} ${classes[phase]}`}
                      style={{ width: `${(build.seconds[phase] / longest) * 100}%` }}
                    />
                  ))}
                </span>
                <span className={classes.value}>{formatDuration(totalOf(build))}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </ChartPanel>
  );
}

function totalOf({ seconds }: Build): number {
  return BUILD_PHASES.reduce((sum, phase) => sum + seconds[phase], 0);
}

function hintOf(build: Build): string {
  const parts = BUILD_PHASES.map(
    (phase) => `${LABELS[phase].toLowerCase()} ${formatDuration(build.seconds[phase])}`,
  );
  return `Build ${build.id} of ${build.version}: ${parts.join(', ')}`;
}

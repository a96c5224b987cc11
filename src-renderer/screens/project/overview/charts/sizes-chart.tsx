import { Link } from 'wouter';
import { ChartPanel } from '../../../../ui/chart/chart-panel.tsx';
import { formatBytes, pluralize } from '../../../../ui/format.ts';
import classes from './overview-charts.module.css';
import type { ProjectCharts } from './project-charts.ts';

type Props = {
  readonly slug: string;
  /** Whether nothing of it can be built here. */
  readonly isRecord: boolean;
} & Pick<ProjectCharts, 'sizes' | 'pages'>;

/** Shows which versions have the largest pages. */
export function SizesChart({ slug, isRecord, sizes, pages }: Props) {
  const largest = Math.max(1, ...sizes.map(({ bytes }) => bytes));
  const versions = `/projects/${slug}/versions`;
  const all = `${pluralize(pages.versions, 'version')} with ${formatBytes(pages.bytes)}`;
  const unit =
    sizes.length === 0
      ? 'No pages yet'
      : pages.versions > sizes.length
        ? `The largest of ${all}`
        : `${all} in all`;
  const whyEmpty = isRecord
    ? 'A record has no pages on this computer.'
    : 'Build a version to see how large its pages are.';
  return (
    <ChartPanel
      title="Size of pages"
      unit={unit}
      empty={sizes.length === 0 ? whyEmpty : undefined}
      numbers={{
        columns: ['Version', 'Size'],
        rows: sizes.map(({ version, bytes }) => ({
          key: version,
          href: versions,
          cells: [version, formatBytes(bytes)],
        })),
      }}
    >
      {(showHint) => (
        <ul className={classes.bars}>
          {sizes.map(({ version, bytes }) => (
            <li key={version} onPointerEnter={() => showHint(`${version}: ${formatBytes(bytes)}`)}>
              <Link href={versions} tabIndex={-1} className={`${classes.bar} ${classes.sizeBar}`}>
                <span className="mono truncate">{version}</span>
                <span className={classes.track}>
                  <i
                    className={`${classes.part} ${classes.size}`}
                    style={{ width: `${(bytes / largest) * 100}%` }}
                  />
                </span>
                <span className={classes.value}>{formatBytes(bytes)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </ChartPanel>
  );
}

import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { desk } from '../../../../api/desk.ts';
import { NotLoaded } from '../../../../ui/feedback/not-loaded.tsx';
import { DurationsChart } from './durations-chart.tsx';
import classes from './overview-charts.module.css';
import { PhasesChart } from './phases-chart.tsx';
import { SizesChart } from './sizes-chart.tsx';
import { WeeksChart } from './weeks-chart.tsx';

type Props = { readonly slug: string; readonly isRecord: boolean };

/** Shows a project's builds as charts: how long, how well, where the time goes, and how large the pages are. */
export function OverviewCharts({ slug, isRecord }: Props) {
  const { data, error } = useQuery(desk.project.charts.queryOptions({ slug }));
  if (!data && error) return <NotLoaded what="The charts" error={error} />;
  if (!data) return <Skeleton height={232} radius="lg" animate={false} aria-label="Loading" />;
  const { durations, weeks, phases, sizes, pages } = data;
  // Weeks alone would say nothing: they are as many without builds.
  if (durations.length + phases.length + sizes.length === 0)
    return (
      <p className={classes.empty}>
        Charts of durations, outcomes and page sizes appear here after the first build.
      </p>
    );
  return (
    <div className={classes.charts}>
      <DurationsChart slug={slug} builds={durations} />
      <WeeksChart weeks={weeks} />
      <PhasesChart slug={slug} builds={phases} />
      <SizesChart slug={slug} isRecord={isRecord} sizes={sizes} pages={pages} />
    </div>
  );
}

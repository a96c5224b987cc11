import { Box, Button, Group, Skeleton, Title } from '@mantine/core';
import { IconHammer } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link } from 'wouter';
import { desk } from '../../../api/desk.ts';
import {
  type BuildDisplayState,
  BuildIcon,
  buildDisplayState,
  buildReason,
  buildStateLabel,
  Sparkline,
} from '../../../features/build-status/build-display-state.tsx';
import { NotificationList } from '../../../features/notifications/notification-list.tsx';
import { PanelBoundary } from '../../../layout/screen/screen-boundary.tsx';
import { RECORDED_BUILD, RecordChip } from '../../../ui/feedback/record-chip.tsx';
import { ScreenBody } from '../../../ui/feedback/screen.tsx';
import { formatCount, formatDuration, pluralize } from '../../../ui/format.ts';
import { lazyScreen } from '../../../ui/lazy/lazy-screen.tsx';
import { useBuildRowActions } from '../../builds/use-build-row-actions.ts';
import { buildPath, useTriggerBuild } from '../../builds/use-trigger-build.ts';
import { ProjectPreviews } from '../../previews/project-previews.tsx';
import { SearchBox } from '../../search/search-box.tsx';
import { ProjectFrame } from '../project-frame.tsx';
import { BuildTail } from './build-tail.tsx';
import { lastBuildMenu } from './last-build-menu.tsx';
import { LiveService } from './live-service.tsx';
import classes from './overview.module.css';
import { type Overview, OverviewFacts } from './overview-facts.tsx';
import { PermissionNotice } from './permission-notice.tsx';
import { RemedyNotice } from './remedy-notice.tsx';
import { Timeline } from './timeline.tsx';

const SHOWN_BUILDS = 6;
/** Class of a state's label; a waiting one is dimmed like its icon. */
const STATE_CLASSES: Readonly<Partial<Record<BuildDisplayState, string | undefined>>> = {
  ...{ failed: classes.failed, triggered: 'dimmer' },
  ...{ cloning: classes.inProgress, installing: classes.inProgress, building: classes.inProgress },
  uploading: classes.inProgress,
};

const OverviewCharts = lazyScreen(() =>
  import('./charts/overview-charts.tsx').then(({ OverviewCharts }) => OverviewCharts),
);

/** Shows a project's description, last builds, charts, timeline and facts. */
export function OverviewScreen({ slug }: { readonly slug: string }) {
  const { data } = useQuery(desk.project.overview.queryOptions({ slug }));
  const calls = [
    { path: `/api/v3/projects/${slug}/`, label: 'Read this project' },
    { path: `/api/v3/projects/${slug}/builds/?limit=${SHOWN_BUILDS}`, label: 'Read its last builds' },
  ];
  return (
    <ProjectFrame slug={slug} tab="overview" calls={calls}>
      <ScreenBody>
        {data ? (
          <div className={classes.columns}>
            <div className={classes.main}>
              {data.recordReason !== null && (
                <p className={classes.description} role="note" aria-label="Record">
                  {data.recordReason}
                </p>
              )}
              {data.description !== '' && <p className={classes.description}>{data.description}</p>}
              <ProjectNotifications slug={slug} />
              <PermissionNotice {...data} />
              <LiveService slug={slug} name={data.name} />
              <ProjectPreviews slug={slug} repositoryUrl={data.repositoryUrl} />
              <SearchBox project={slug} name={data.name} />
              <LastBuilds overview={data} />
            </div>
            <section className={classes.charts} aria-label="Charts">
              <PanelBoundary>
                <Suspense
                  fallback={<Skeleton height={232} radius="lg" animate={false} aria-label="Loading" />}
                >
                  <OverviewCharts slug={slug} isRecord={data.recordReason !== null} />
                </Suspense>
              </PanelBoundary>
            </section>
            <div className={classes.timelineArea}>
              <Timeline slug={slug} />
            </div>
            <OverviewFacts overview={data} />
          </div>
        ) : (
          <Skeleton height={160} radius="lg" animate={false} aria-label="Loading" />
        )}
      </ScreenBody>
    </ProjectFrame>
  );
}

/** Shows what is said about the project; nothing while nothing is. */
function ProjectNotifications({ slug }: { readonly slug: string }) {
  const { data } = useQuery(desk.notifications.ofProject.queryOptions({ slug }));
  if (data === undefined || data.length === 0) return null;
  return (
    <section className="card" aria-label="Notifications">
      <NotificationList label="Notifications of this project" items={data} />
    </section>
  );
}

function LastBuilds({ overview }: { readonly overview: Overview }) {
  const { slug, lastBuilds, usualDuration, counts, outcomes, defaultVersion, recordReason } = overview;
  const { trigger } = useTriggerBuild();
  const actions = useBuildRowActions();
  if (lastBuilds.length === 0) {
    return (
      <section className={`card ${classes.builds}`} aria-label="Last builds">
        <Title order={2}>Not built yet</Title>
        <p className={classes.empty}>The first build shows how long a build takes and whether it passes.</p>
        {recordReason === null && (
          <Button
            variant="default"
            leftSection={<IconHammer size={16} stroke={1.75} aria-hidden />}
            onClick={() => trigger(slug, defaultVersion)}
            className={classes.buildButton}
          >
            Build {defaultVersion}
          </Button>
        )}
      </section>
    );
  }
  return (
    <section className={`card ${classes.builds}`} aria-label="Last builds">
      <Group gap="md" px="lg" py={10} className={classes.cardHeader}>
        <Title order={2}>Last builds</Title>
        <span className="meta">
          {usualDuration === null ? 'None passed yet' : `Usually ${formatDuration(usualDuration)}`}
        </span>
        <Box component="span" ml="auto">
          <Sparkline builds={[...lastBuilds].reverse()} bars={24} />
        </Box>
      </Group>
      <RemedyNotice slug={slug} lastBuilds={lastBuilds} />
      <ul>
        {lastBuilds.slice(0, SHOWN_BUILDS).map((build) => {
          const displayState = buildDisplayState(build);
          return (
            <li key={build.id} {...lastBuildMenu({ build, slug, isRecord: recordReason !== null, actions })}>
              <Link href={buildPath(slug, build.id)} className={classes.build}>
                <BuildIcon state={displayState} isLabelled={false} />
                <span className="mono truncate" title={build.versionSlug}>
                  {build.versionSlug}
                </span>
                <span className={STATE_CLASSES[displayState] ?? 'dim'}>{buildStateLabel(displayState)}</span>
                <span className={classes.reason} title={build.error}>
                  <span className={`truncate dimmer ${classes.error}`}>{buildReason(build)}</span>
                  {build.recorded && <RecordChip reason={RECORDED_BUILD} />}
                </span>
                <BuildTail build={build} />
              </Link>
            </li>
          );
        })}
      </ul>
      <Group justify="space-between" gap="md" px="lg" py="sm">
        <Link href={`/projects/${slug}/builds`}>
          {counts.builds === 1 ? 'All builds' : `All ${pluralize(counts.builds, 'build')}`}
        </Link>
        <span className="meta">
          {`${formatCount(outcomes.passed)} passed, ${formatCount(outcomes.failed)} failed`}
          {outcomes.cancelled > 0 && `, ${formatCount(outcomes.cancelled)} cancelled`}
        </span>
      </Group>
    </section>
  );
}

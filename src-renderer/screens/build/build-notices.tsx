import { Box, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { AllowedBuild } from '../../../src-server/desk/builds/builds.ts';
import { desk } from '../../api/desk.ts';
import { BuildIcon, buildDisplayState } from '../../features/build-status/build-display-state.tsx';
import { NotificationList } from '../../features/notifications/notification-list.tsx';
import { TrustPrompt } from '../../features/trust/trust-prompt.tsx';
import classes from './build.module.css';
import type { BuildDetail } from './build-detail.ts';
import { cancellationText, continueText } from './build-labels.ts';
import { BuildFailure } from './steps/build-failure.tsx';
import { useBuildActions } from './use-build-actions.ts';

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

/** Shows notices above the log: why the build failed or was cancelled, missing trust, a removed log. */
export function BuildNotices({ build }: { readonly build: BuildDetail }) {
  const { remedy, logRemoved } = build;
  const displayState = buildDisplayState(build);
  return (
    <>
      {displayState === 'cancelled' && <CancelledNotice build={build} />}
      {remedy === 'allow' ? (
        <TrustNotice build={build} />
      ) : (
        displayState === 'failed' && <BuildFailure build={build} />
      )}
      <OtherNotifications build={build} />
      {/* Before the first command it stands in place of the log. */}
      {build.canAdvance && build.commands.length > 0 && (
        <p className={classes.removed}>
          Waiting to be continued. <span className="dim">{continueText(build)}</span>
        </p>
      )}
      {logRemoved !== null && (
        <p className={classes.removed}>
          This log was removed on {DATE.format(logRemoved / 1000)} to free space. How long logs are kept is
          set in <Link href="/settings">Settings</Link>.
        </p>
      )}
    </>
  );
}

/** Shows what is said about the build beside why it failed, which the notices above say. */
function OtherNotifications({ build: { id, projectSlug } }: { readonly build: BuildDetail }) {
  const { data } = useQuery(desk.notifications.ofBuild.queryOptions({ slug: projectSlug, build: id }));
  const others = (data ?? []).filter(({ type, hasDetails }) => type !== 'error' && !hasDetails);
  return others.length === 0 ? null : (
    <div className={classes.notes}>
      <NotificationList label="Notifications of this build" items={others} />
    </div>
  );
}

/** Says when the build was cancelled and by whom. */
function CancelledNotice({ build }: { readonly build: BuildDetail }) {
  const { what, why } = cancellationText(build);
  return (
    <p className={classes.removed}>
      <BuildIcon state="cancelled" isLabelled={false} /> {what} <span className="dim">{why}</span>
    </p>
  );
}

/** Says that the build was refused because the project is not trusted, and offers to trust it (safety S12). */
function TrustNotice({ build }: { readonly build: BuildDetail }) {
  const { retry } = useBuildActions(build);
  const { projectSlug: slug, projectName: name, repositoryUrl, pullRequestBuilds } = build;
  const project = { slug, name, repositoryUrl, pullRequestBuilds };
  const onAllowed = (builds: readonly AllowedBuild[]) => {
    const next = builds.find(({ refused }) => refused === build.id);
    if (next === undefined) retry();
    else navigate(`/projects/${slug}/builds/${next.id}`);
  };
  return (
    <Box className={classes.trust} p={12}>
      <Group component="p" className="failed" gap={8} mb={8} fw={500} wrap="nowrap">
        <BuildIcon state="failed" isLabelled={false} />
        Builds aren't allowed yet, so this build did not run.
      </Group>
      <TrustPrompt project={project} confirmLabel="Allow and build" onAllowed={onAllowed} />
    </Box>
  );
}

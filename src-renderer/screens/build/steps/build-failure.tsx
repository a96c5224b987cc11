import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { OFFLINE_NOTE } from '../../../../src-server/model/builds/build-note.ts';
import { desk } from '../../../api/desk.ts';
import { BuildIcon } from '../../../features/build-status/build-display-state.tsx';
import classes from '../build.module.css';
import type { BuildCommand, BuildDetail } from '../build-detail.ts';
import { failureMessage } from '../build-labels.ts';
import { isFailedCommand } from './build-phases.ts';

/** Why a build failed stands before everything that it did, and the way round where there is one. */
export function BuildFailure({ build }: { readonly build: BuildDetail }) {
  const message = failureMessage(build);
  const failedCommand = build.error.trim() === '' ? build.commands.find(isFailedCommand) : undefined;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section className={classes.failure} tabIndex={0} aria-label="Why it failed">
      <BuildIcon state="failed" isLabelled={false} />
      <span>
        {message}
        {message.includes('"Build with"') && <> {buildWithLink(build)}</>}
        {failedCommand && <OfflineHint build={build} command={failedCommand} />}
      </span>
    </section>
  );
}

/** Shown below an install that could fetch nothing: that much is known by the last line that it left. */
function OfflineHint({ build, command }: { readonly build: BuildDetail; readonly command: BuildCommand }) {
  const { lines } = command;
  const { data } = useQuery({
    ...desk.build.output.queryOptions({
      ...{ id: build.id, commandId: command.id },
      ...{ from: Math.max(1, lines - 1), count: 2 },
    }),
    enabled: lines > 0,
    staleTime: 'static',
  });
  if (!data?.lines.includes(OFFLINE_NOTE)) return null;
  return (
    <span className={classes.hint}>
      {' '}
      The index of packages cannot be reached, or lacks this. Without a network this project can be built with
      what this machine has: {buildWithLink(build)}
    </span>
  );
}

function buildWithLink({ projectSlug }: BuildDetail): ReactNode {
  return <Link href={`/projects/${projectSlug}/settings`}>Settings → Build with</Link>;
}

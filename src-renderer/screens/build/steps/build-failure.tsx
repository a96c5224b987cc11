import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { isOfflineNote } from '../../../../src-server/model/builds/build-note.ts';
import { desk } from '../../../api/desk.ts';
import { BuildIcon } from '../../../features/build-status/build-display-state.tsx';
import classes from '../build.module.css';
import type { BuildCommand, BuildDetail } from '../build-detail.ts';
import { failureMessage } from '../build-labels.ts';
import { isFailedCommand } from './build-phases.ts';

/** Says why a build failed, with a link to the setting that may help. */
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

/** Suggests "Build with" after an install that could fetch nothing, recognized by the note in its last lines. */
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
  if (!data?.lines.some(isOfflineNote)) return null;
  return (
    <Text span inherit fw={400}>
      {' '}
      The package index could not be reached, or does not have this package. To build without a network, use
      the programs on this computer: {buildWithLink(build)}
    </Text>
  );
}

function buildWithLink({ projectSlug }: BuildDetail): ReactNode {
  return <Link href={`/projects/${projectSlug}/settings`}>Settings → Build with</Link>;
}

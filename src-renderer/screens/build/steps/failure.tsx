import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { OFFLINE_REMARK } from '../../../../src-server/model/builds/build-remark.ts';
import { desk } from '../../../api/desk.ts';
import { BuildGlyph } from '../../../features/build-status/build-state.tsx';
import classes from '../build.module.css';
import type { BuildCommand, BuildDetail } from '../build-detail.ts';
import { failureWords } from '../build-words.ts';
import { isBad } from './build-phases.ts';

/** Why a build failed stands before everything that it did, and the way round where there is one. */
export function Failure({ build }: { readonly build: BuildDetail }) {
  const words = failureWords(build);
  const failed = build.error.trim() === '' ? build.commands.find(isBad) : undefined;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section className={classes.failure} tabIndex={0} aria-label="Why it failed">
      <BuildGlyph look="failed" labelled={false} />
      <span>
        {words}
        {words.includes('"Build with"') && <> {wayRound(build)}</>}
        {failed && <Offline build={build} command={failed} />}
      </span>
    </section>
  );
}

/** Shown below an install that could fetch nothing: that much is known by the last line that it left. */
function Offline({ build, command }: { readonly build: BuildDetail; readonly command: BuildCommand }) {
  const { lines } = command;
  const { data } = useQuery({
    ...desk.build.output.queryOptions({
      ...{ id: build.id, commandId: command.id },
      ...{ from: Math.max(1, lines - 1), count: 2 },
    }),
    enabled: lines > 0,
    staleTime: 'static',
  });
  if (!data?.lines.includes(OFFLINE_REMARK)) return null;
  return (
    <span className={classes.wayRound}>
      {' '}
      The index of packages cannot be reached, or lacks this. Without a network this project can be built with
      what this machine has: {wayRound(build)}
    </span>
  );
}

function wayRound({ projectSlug }: BuildDetail): ReactNode {
  return <Link href={`/projects/${projectSlug}/settings`}>Settings → Build with</Link>;
}

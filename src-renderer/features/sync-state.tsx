import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { desk } from '../api/desk.ts';
import { notify, notifyError } from '../ui/feedback/notify.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import classes from './sync-state.module.css';

/** How a project stands with its repository, as the desk gives it; times in microseconds. */
export type Sync = {
  /** Since when it waits to be read. */
  readonly requested: number | null;
  /** When it was last read. */
  readonly synced: number | null;
  /** Why it could not be read the last time. */
  readonly problem: string | null;
};

/** Asks for the repository's branches and tags to be read. */
export function useSync(slug: string) {
  const { mutate, isPending } = useMutation(desk.versions.sync.mutationOptions());
  const sync = useCallback(
    () =>
      mutate(
        { slug },
        { onSuccess: () => notify('Asked for a look at the repository'), onError: notifyError },
      ),
    [slug, mutate],
  );
  return { sync, isPending };
}

/** When the repository was read, that it is being read, or why it could not be. */
export function SyncState({ sync: { requested, synced, problem } }: { readonly sync: Sync }) {
  const { data: system } = useQuery(desk.system.state.queryOptions());
  if (requested !== null) {
    if (system?.builds.run === false) return <span>Waits: Lectern was started without builds</span>;
    return (
      <span>
        <TimeAgo at={requested} prefix="Being read, asked for" />
      </span>
    );
  }
  const read = synced === null ? 'Not read yet' : <TimeAgo at={synced} prefix="Read" />;
  if (problem === null) return <span>{read}</span>;
  return (
    <span className={classes.problem} title={problem}>
      Could not be read: {problem} {synced !== null && <span className={classes.last}>{read}</span>}
    </span>
  );
}

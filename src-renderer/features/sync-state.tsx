import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isLeftOutNote } from '../../src-server/model/projects/repository/repository-inspection.ts';
import { desk } from '../api/desk.ts';
import { notify, notifyError } from '../ui/feedback/notify.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import classes from './sync-state.module.css';

/** Describes when a project's repository was read, as the desk answers; times in microseconds. */
export type Sync = {
  /** When a sync was requested; null when none is pending. */
  readonly requested: number | null;
  /** When it was last read. */
  readonly synced: number | null;
  /** Why the last sync failed, or what it left out. */
  readonly problem: string | null;
};

/** Requests that the repository's branches and tags are read. */
export function useSync(slug: string) {
  const { mutate, isPending } = useMutation(desk.versions.sync.mutationOptions());
  const sync = useCallback(
    () => mutate({ slug }, { onSuccess: () => notify('Repository sync requested'), onError: notifyError }),
    [slug, mutate],
  );
  return { sync, isPending };
}

type SyncStateProps = {
  readonly sync: Sync;
  /** '' where a label says it already. */
  readonly prefix?: string;
};

/** Shows when the repository was read, that a sync is pending, or why the last one failed. */
export function SyncState({ sync: { requested, synced, problem }, prefix = 'Synced' }: SyncStateProps) {
  const { data: system } = useQuery(desk.system.state.queryOptions());
  if (requested !== null) {
    if (system?.builds.run === false) return <span>Sync pending: Lectern was started without builds</span>;
    return (
      <span>
        <TimeAgo at={requested} prefix="Sync requested" />
      </span>
    );
  }
  const read = synced === null ? 'Not synced yet' : <TimeAgo at={synced} prefix={prefix} />;
  if (problem === null) return <span>{read}</span>;
  return (
    <span className={classes.problem} title={problem}>
      {isLeftOutNote(problem) ? '' : 'Sync failed: '}
      {problem} {synced !== null && <span className={classes.last}>{read}</span>}
    </span>
  );
}

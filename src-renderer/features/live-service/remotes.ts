import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../src-server/desk/router.ts';
import type { SyncProgress } from '../../../src-server/desk/sync-runner.ts';
import { desk } from '../../api/desk.ts';
import { useLiveSync } from '../../api/live/live-sync.ts';

/** An account on a documentation service, with its numbers. */
export type RemoteSummary = inferRouterOutputs<DeskRouter>['sync']['remotes'][number];
/** What the page of a remote shows above its tabs. */
export type RemoteState = inferRouterOutputs<DeskRouter>['sync']['state'];

/** Names of the kinds of services, as people know them. */
export const SERVICE_NAMES: Readonly<Record<RemoteSummary['kind'], string>> = {
  community: 'Read the Docs Community',
  business: 'Read the Docs for Business',
  lectern: 'another Lectern',
};

/** Reads the connected accounts; undefined while they load. */
export function useRemotes(): readonly RemoteSummary[] | undefined {
  return useQuery(desk.sync.remotes.queryOptions()).data;
}

/** Returns how far the run of a remote is, as the stream told last, or else as the desk said; null without a run. */
export function useRunProgress(remoteId: number, initial?: SyncProgress | null): SyncProgress | null {
  const live = useLiveSync(({ byRemote }) => byRemote[remoteId]);
  return live === undefined ? (initial ?? null) : live;
}

/** Path of a tab of the page of a remote. */
export function livePath(name: string, tab = 'outgoing'): string {
  return `/live/${encodeURIComponent(name)}/${tab}`;
}

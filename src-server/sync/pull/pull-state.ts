import type { Clock } from '../../model/base/timestamp.ts';
import type { RemoteProjectObject } from '../../model/sync/answers/remote-project.ts';
import type { Remote } from '../../model/sync/remote.ts';
import type { SyncRun } from '../../model/sync/sync-run.ts';
import type { Actor } from '../../services/kernel/actor.ts';
import type { Budget } from '../client/budget.ts';
import type { ClientTime } from '../client/client-time.ts';
import type { ServiceClient } from '../client/service-client.ts';
import type { PullCursor } from './pull-cursor.ts';
import type { PullProgress } from './pull-progress.ts';
import type { PullServices } from './pull-services.ts';

export type PullOptions = {
  readonly services: PullServices;
  /** As whom the run changes data here. */
  readonly actor: Actor;
  readonly client: ServiceClient;
  readonly budget: Budget;
  readonly time: ClientTime;
  readonly clock: Clock;
  readonly remote: Remote;
  readonly run: SyncRun;
  /** How many builds of a project are kept. */
  readonly builds: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: PullProgress) => void) | undefined;
};

/** Numbers of a pull, as its run keeps them. */
export type PullCounts = {
  readonly projects: number;
  readonly created: number;
  readonly changed: number;
  readonly leftOut: number;
  readonly incoming: number;
  readonly conflicts: number;
};

/** What changes while a pull runs. */
export type PullState = {
  cursor: PullCursor;
  counts: PullCounts;
  /** Sentences about what was left out. */
  notes: string[];
  /** Projects of the account. */
  account: number;
  /** Pages of its list that arrived since the list was begun. */
  pagesRead: number;
  /** Projects that are pulled in all. */
  total: number;
  parents: ReadonlySet<string>;
  /** Details from the list of the account, by id there; bounded. */
  readonly details: Map<number, RemoteProjectObject>;
};

const NONE: PullCounts = { projects: 0, created: 0, changed: 0, leftOut: 0, incoming: 0, conflicts: 0 };

/** Returns the state of a run that begins or goes on at a cursor. */
export function pullStateOf(run: SyncRun, cursor: PullCursor): PullState {
  return {
    ...{ cursor, counts: { ...NONE, ...run.counts }, notes: [], account: 0, pagesRead: 0, total: 0 },
    ...{ parents: new Set<string>(), details: new Map<number, RemoteProjectObject>() },
  };
}

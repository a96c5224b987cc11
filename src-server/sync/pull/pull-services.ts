import type { Json } from '../../model/builds/build.ts';
import type { RemoteProject } from '../../model/sync/link.ts';
import type { Remote } from '../../model/sync/remote.ts';
import type { SyncRun, SyncRunState } from '../../model/sync/sync-run.ts';
import type { Actor } from '../../services/kernel/actor.ts';

/** A project of the account, as its list shows it. */
export type ListedProject = {
  readonly key: number;
  readonly slug: string;
  readonly name: string;
  readonly parent: string | null;
  readonly translationOf: string | null;
};
/** What applying a project did. */
export type AppliedProject = {
  readonly outcome: 'created' | 'changed' | 'same' | 'left-out';
  readonly incoming: number;
  readonly conflicts: number;
  readonly notes: readonly string[];
};
type WhichProjects = { readonly after: number; readonly limit: number; readonly slugs?: readonly string[] };
type MayDelete = { readonly mayDelete: boolean };

/** What a pull asks of the services. */
export type PullServices = {
  readonly remotes: {
    readonly get: (actor: Actor, id: number) => Remote;
    readonly noteListed: (actor: Actor, id: number, listed: readonly ListedProject[]) => void;
    readonly noteGone: (actor: Actor, id: number, present: ReadonlySet<number>) => readonly string[];
    readonly choose: (actor: Actor, id: number, choices: 'all') => void;
    readonly toPull: (actor: Actor, id: number, which: WhichProjects) => readonly ListedProject[];
  };
  readonly sync: {
    readonly applyProject: (
      actor: Actor,
      remoteId: number,
      project: RemoteProject,
      options: MayDelete & { readonly builds: number },
    ) => AppliedProject;
    readonly applyRelations: (
      actor: Actor,
      remoteId: number,
      options: MayDelete,
    ) => Promise<{ readonly applied: number; readonly notes: readonly string[] }>;
    /** What is stored of a project there; null when it is not linked. */
    readonly pulledState: (
      actor: Actor,
      remoteId: number,
      key: number,
    ) => {
      readonly isParent: boolean;
      readonly modified: string | null;
      readonly builds: ReadonlyMap<number, string>;
      readonly lacksSubproject: boolean;
    } | null;
    readonly noteCursor: (
      actor: Actor,
      runId: number,
      cursor: Json,
      more?: { readonly counts?: SyncRun['counts']; readonly requests?: number },
    ) => void;
    readonly pauseRun: (actor: Actor, runId: number, outcome: string) => void;
    readonly finishRun: (
      actor: Actor,
      runId: number,
      state: Extract<SyncRunState, 'done' | 'failed' | 'stopped'>,
      outcome: string,
    ) => Promise<void>;
  };
};

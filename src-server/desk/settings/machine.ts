import type { FoundProgram } from '../../model/builds/build-programs.ts';
import type { FoundRefs, RepositoryInspection } from '../../model/projects/repository-inspection.ts';
import type { ApiAnswer, BackupSummary, Software } from '../../model/settings/machine-state.ts';
import type { BuildMessage, Delivery } from '../../model/webhooks/build-webhook.ts';
import type { GitHooks, HookTarget } from '../../model/webhooks/git-hook.ts';

/** What the window asks of this machine rather than of the data. The composition root gives it. */
export type Machine = {
  readonly software: Software;
  /** Builds that run at the same time unless somebody chose another number. */
  readonly usualBuildsAtOnce: number;
  /** The programs that builds run. */
  readonly programs: () => Promise<FoundProgram[]>;
  /** null in memory, which has none. */
  readonly backups: {
    readonly folder: string;
    /** Newest first. */
    readonly list: () => BackupSummary[];
    /** @throws BackupFailed */
    readonly make: () => Promise<BackupSummary>;
  } | null;
  /** Reads a repository, and remembers it under `id` for the import. @throws Invalid on `url` */
  readonly inspect: (
    url: string,
    signal: AbortSignal | undefined,
  ) => Promise<{ readonly id: string; readonly inspection: RepositoryInspection }>;
  /** What was found; undefined when it is no longer known, or was of another repository. */
  readonly inspected: (id: string, url: string) => FoundRefs | undefined;
  /** Hooks of repositories on this machine. They call this Lectern. */
  readonly hooks: GitHooks<Omit<HookTarget, 'server'>>;
  /** Sends one message to a webhook; whatever goes wrong is an outcome. */
  readonly deliver: (url: string, message: BuildMessage) => Promise<Pick<Delivery, 'status' | 'problem'>>;
  /** A GET of the public API on this server. @throws Unavailable until it listens */
  readonly callApi: (path: string, token: string) => Promise<ApiAnswer>;
};

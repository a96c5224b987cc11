import type { DetectedProgram } from '../../model/builds/build-programs.ts';
import type { InspectedRefs, RepositoryInspection } from '../../model/projects/repository-inspection.ts';
import type { ApiResponse, BackupSummary, RuntimeVersions } from '../../model/settings/machine-state.ts';
import type { BuildWebhookPayload, Delivery } from '../../model/webhooks/build-webhook.ts';
import type { GitHooks, HookTarget } from '../../model/webhooks/git-hook.ts';

/** What the window asks of this machine rather than of the data. The composition root gives it. */
export type Machine = {
  readonly software: RuntimeVersions;
  /** Builds that run at the same time unless somebody chose another number. */
  readonly defaultBuildsAtOnce: number;
  /** The programs that builds run. */
  readonly programs: () => Promise<DetectedProgram[]>;
  /** null in memory, which has none. */
  readonly backups: {
    readonly folder: string;
    /** Newest first. */
    readonly list: () => BackupSummary[];
    /** Each reason has its own number of backups that are kept (safety R7). @throws BackupFailed */
    readonly make: (reason: 'manual' | 'before-bulk-delete') => Promise<BackupSummary>;
  } | null;
  /** Reads a repository, and remembers it under `id` for the import. @throws Invalid on `url` */
  readonly inspect: (
    url: string,
    signal: AbortSignal | undefined,
  ) => Promise<{ readonly id: string; readonly inspection: RepositoryInspection }>;
  /** What was found; undefined when it is no longer known, or was of another repository. */
  readonly inspectedRefs: (id: string, url: string) => InspectedRefs | undefined;
  /** Hooks of repositories on this machine. They call this Lectern. */
  readonly hooks: GitHooks<Omit<HookTarget, 'server'>>;
  /** Sends one message to a webhook; whatever goes wrong is an outcome. */
  readonly deliver: (
    url: string,
    message: BuildWebhookPayload,
  ) => Promise<Pick<Delivery, 'status' | 'problem'>>;
  /** A GET of the public API on this server. @throws Unavailable until it listens */
  readonly callApi: (path: string, token: string) => Promise<ApiResponse>;
};

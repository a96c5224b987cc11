import type { BuildIsolation } from '../../model/builds/build-isolation.ts';
import type { DetectedProgram } from '../../model/builds/build-programs.ts';
import type { BuildToolsAdvice } from '../../model/projects/build-tools.ts';
import type {
  FolderLook,
  InspectedRefs,
  RepositoryInspection,
} from '../../model/projects/repository/repository-inspection.ts';
import type { ApiResponse, BackupSummary, RuntimeVersions } from '../../model/settings/machine-state.ts';
import type { BuildWebhookPayload, Delivery } from '../../model/webhooks/build-webhook.ts';
import type { GitHooks, HookTarget } from '../../model/webhooks/git-hook.ts';

/** What the window asks of this machine rather than of the data; provided by lectern.ts. */
export type Machine = {
  readonly software: RuntimeVersions;
  /** How many builds run at the same time by default. */
  readonly defaultBuildsAtOnce: number;
  /** The home folder of the person here. */
  readonly home: string;
  /** Returns the documentation tools that are installed; cheap, since none is run. */
  readonly installedTools: () => readonly ('sphinx' | 'mkdocs')[];
  /** Advises what to build a repository with that needs this tool and Python; null for unknown ones. */
  readonly adviseTools: (needs: {
    readonly docs: 'sphinx' | 'mkdocs' | null;
    readonly python: string | null;
  }) => Promise<BuildToolsAdvice>;
  /** Says what is at a path of this computer. */
  readonly lookAtFolder: (path: string) => Promise<FolderLook>;
  /** Makes a folder of documentation a repository with one commit. @throws Conflict */
  readonly startRepository: (path: string) => Promise<void>;
  /** Starts an editor, by the command of the settings, at a place of a previewed folder. @throws NotFound @throws Conflict */
  readonly openEditor: (
    command: string,
    target: { readonly folder: string; readonly file: string; readonly line: number | null },
  ) => Promise<void>;
  /** Finds the programs that builds run. */
  readonly programs: () => Promise<DetectedProgram[]>;
  /** Returns how builds are kept apart from the rest of this machine (safety S12). */
  readonly isolation: () => Promise<BuildIsolation>;
  /** null for data in memory. */
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
  /** Returns what was found; undefined when it is no longer known, or was another repository. */
  readonly inspectedRefs: (id: string, url: string) => InspectedRefs | undefined;
  /** Git hooks of repositories on this machine, which call this Lectern. */
  readonly hooks: GitHooks<Omit<HookTarget, 'server'>>;
  /** Sends one message to a webhook; a failure is a result, not an error. */
  readonly deliver: (
    url: string,
    message: BuildWebhookPayload,
  ) => Promise<Pick<Delivery, 'status' | 'problem'>>;
  /** Sends a GET to the public API of this server. @throws Unavailable until it listens */
  readonly callApi: (path: string, token: string) => Promise<ApiResponse>;
};

import { z } from 'zod';
import type { Timestamp } from '../base/timestamp.ts';

/** What a history can be limited to, with the subjects of the actions that belong to it. */
export const HISTORY_KINDS = {
  projects: { label: 'Projects', subjects: ['project'] },
  versions: { label: 'Versions', subjects: ['version'] },
  builds: { label: 'Builds', subjects: ['build', 'build-script'] },
  redirects: { label: 'Redirects', subjects: ['redirect'] },
  variables: { label: 'Environment variables', subjects: ['environment-variable'] },
  relations: { label: 'Subprojects and translations', subjects: ['subproject', 'translation'] },
  webhooks: { label: 'Webhooks', subjects: ['integration', 'build-webhook'] },
  people: { label: 'People and tokens', subjects: ['user', 'token'] },
  sync: { label: 'Live service', subjects: ['sync', 'remote'] },
  data: { label: 'Data', subjects: ['seed', 'kit', 'backup', 'snapshot', 'trash', 'log'] },
  settings: { label: 'Settings', subjects: ['settings', 'clock', 'fault', 'lesson', 'notification'] },
} as const satisfies Readonly<
  Record<string, { readonly label: string; readonly subjects: readonly string[] }>
>;

export type HistoryKind = keyof typeof HISTORY_KINDS;

/** Every kind, in the order in which they are offered. */
export const HISTORY_KIND_NAMES = Object.keys(HISTORY_KINDS) as readonly HistoryKind[];

/** Which changes a history lists. */
export const HistoryQuery = z.strictObject({
  /** The slug of a project; without it those of the whole installation. */
  project: z.string().optional(),
  /** A username; '' for Lectern itself. */
  person: z.string().max(150).optional(),
  kind: z.enum(HISTORY_KIND_NAMES as [HistoryKind, ...HistoryKind[]]).optional(),
  /** The first and the last moment, in microseconds. */
  from: z.int().optional(),
  until: z.int().optional(),
  /** Only changes before the one with this number. */
  before: z.int().optional(),
  limit: z.int().min(1).max(200).default(50),
});
export type HistoryQuery = z.output<typeof HistoryQuery>;

/** A sentence whose middle leads to what it tells of: `maya activated ` `3 versions` `: 1.0, 1.1 and 2.0`. */
export type Sentence = { readonly lead: string; readonly subject: string; readonly tail: string };

/** What a sentence leads to; null where nothing is left to show. */
export type HistoryTarget =
  | {
      readonly kind:
        | 'project'
        | 'versions'
        | 'redirects'
        | 'environment'
        | 'webhooks'
        | 'subprojects'
        | 'translations';
      readonly project: string;
    }
  | { readonly kind: 'build'; readonly project: string; readonly id: number }
  | { readonly kind: 'people' | 'settings' | 'sync' | 'trash' | 'snapshots' | 'projects' };

/** A field of a change, with its values as text; null where there was none. */
export type FieldChange = {
  /** What was changed, where a change is about several things: `1.0`. */
  readonly of: string | null;
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Whether what it is of was added or removed, so that there is no other value to compare with. */
  readonly isAlone: boolean;
};

/** A change as a history tells it. */
export type HistoryEntry = {
  readonly batch: number;
  readonly at: Timestamp;
  /** How it came in: `desk`, `api`. */
  readonly door: string;
  /** Null for Lectern itself. */
  readonly username: string | null;
  /** The batch that this change undid. */
  readonly undoes: number | null;
  /** The changed project, if there is one. */
  readonly projectSlug: string | null;
  /** Shown after "Undo": "Activate 4 versions". */
  readonly name: string;
  readonly sentence: Sentence;
  readonly target: HistoryTarget | null;
  readonly fields: readonly FieldChange[];
  readonly isUndone: boolean;
  /** Why it cannot be undone; null when nothing is known to prevent it. */
  readonly reason: string | null;
  /** How many projects its undo removes, where that is a whole load; the window asks first. */
  readonly removes: number;
};

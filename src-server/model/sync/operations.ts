import { z } from 'zod';
import type { Json } from '../builds/build.ts';
import { STEP_KINDS, SYNC_KINDS } from './sync-fields.ts';

/* What commands ask for: by the same words from the data folder, and from the Lectern that has it open. */

const name = z.string().max(40).optional();
const slugs = z.array(z.string().max(255)).max(10_000).readonly();
const json = z.json() as z.ZodType<Json>;

/** A remote as commands show it; never with its token. */
const RemoteSummary = z.object({
  name: z.string(),
  address: z.string(),
  kind: z.string(),
  username: z.string().nullable(),
  lastPull: z.string().nullable(),
  /** Projects that are linked, those of them with changes to send, and conflicts. */
  linked: z.int(),
  outgoing: z.int(),
  conflicts: z.int(),
});
export type RemoteSummary = z.infer<typeof RemoteSummary>;

/** What a pull did, in numbers (sync.md, "Commands"). */
const PullSummary = z.object({
  remote: z.string(),
  projects: z.int(),
  requests: z.int(),
  incoming: z.int(),
  conflicts: z.int(),
  outgoing: z.int(),
  /** Whether everything was pulled that was asked for. */
  done: z.boolean(),
  /** The sentence of its outcome, and what was left out with the reason. */
  notes: z.array(z.string()),
});
export type PullSummary = z.infer<typeof PullSummary>;

const StepSummary = z.object({
  id: z.string(),
  kind: z.enum(STEP_KINDS),
  key: z.string(),
  project: z.string(),
  action: z.enum(['create', 'update', 'delete']),
  from: json.nullable(),
  to: json.nullable(),
  effects: z.array(z.string()),
  /** After a push: what became of it, and what the service said. */
  state: z.string().optional(),
  answer: z.string().nullable().optional(),
});
export type StepSummary = z.infer<typeof StepSummary>;

/** A change that is not sent, and why. */
const HeldSummary = z.object({ kind: z.string(), key: z.string(), project: z.string(), reason: z.string() });

const PushSummary = z.object({
  remote: z.string(),
  steps: z.array(StepSummary),
  held: z.array(HeldSummary),
  conflicts: z.int(),
  /** Whether every step ended. */
  done: z.boolean(),
  notes: z.array(z.string()),
});
export type PushSummary = z.infer<typeof PushSummary>;

const ConflictSummary = z.object({
  id: z.string(),
  kind: z.enum(SYNC_KINDS),
  key: z.string(),
  project: z.string(),
  /** null: the object itself, deleted on one side. */
  field: z.string().nullable(),
  base: json.nullable(),
  mine: json.nullable(),
  theirs: json.nullable(),
});
export type ConflictSummary = z.infer<typeof ConflictSummary>;

const FILE_KINDS = ['redirects', 'variables'] as const;
export type SyncFileKind = (typeof FILE_KINDS)[number];

/** A change that a file of redirects or variables makes here. */
const FileChange = z.object({ action: z.enum(['create', 'update', 'delete', 'reorder']), key: z.string() });
export type FileChange = z.infer<typeof FileChange>;

/** Every operation by its name: what it takes and what it answers. */
export const SYNC_OPERATIONS = {
  'remote-add': {
    input: z.object({
      name: z.string(),
      address: z.string(),
      kind: z.enum(['community', 'business', 'lectern']).optional(),
      token: z.string().min(1).max(1_000),
    }),
    answer: RemoteSummary.extend({ projects: z.int() }),
  },
  'remote-list': { input: z.object({}), answer: z.object({ remotes: z.array(RemoteSummary) }) },
  'remote-remove': {
    input: z.object({ name: z.string() }),
    answer: z.object({ name: z.string(), removed: z.literal(true) }),
  },
  'remote-build': {
    input: z.object({ project: z.string().max(255), version: z.string().max(255), wanted: z.boolean() }),
    answer: z.object({ remote: z.string(), project: z.string(), version: z.string(), wanted: z.boolean() }),
  },
  pull: { input: z.object({ name, full: z.boolean(), projects: slugs }), answer: PullSummary },
  changes: { input: z.object({ name, projects: slugs }), answer: PushSummary },
  push: {
    input: z.object({ name, projects: slugs, only: z.array(z.string().max(200)).max(10_000).readonly() }),
    answer: PushSummary,
  },
  conflicts: {
    input: z.object({ name }),
    answer: z.object({ remote: z.string(), conflicts: z.array(ConflictSummary) }),
  },
  resolve: {
    input: z.object({ id: z.string().max(200), choice: z.enum(['mine', 'theirs']) }),
    answer: z.object({ id: z.string(), resolved: z.int() }),
  },
  export: {
    input: z.object({ kind: z.enum(FILE_KINDS), project: z.string().max(255) }),
    answer: z.object({ text: z.string() }),
  },
  apply: {
    input: z.object({ file: z.string().max(4_096), text: z.string(), dryRun: z.boolean() }),
    answer: z.object({ project: z.string(), kind: z.enum(FILE_KINDS), changes: z.array(FileChange) }),
  },
} as const;

/** The name of an operation. */
export type SyncOperation = keyof typeof SYNC_OPERATIONS;
/** What an operation takes. */
export type SyncInput<Name extends SyncOperation> = z.infer<(typeof SYNC_OPERATIONS)[Name]['input']>;
/** What an operation answers. */
export type SyncAnswer<Name extends SyncOperation> = z.infer<(typeof SYNC_OPERATIONS)[Name]['answer']>;

/** How far an operation is, for people who wait. */
export type SyncProgress = (line: string) => void;

/** Carries out an operation. @throws Problem */
export type SyncOperations = {
  readonly [Name in SyncOperation]: (
    input: SyncInput<Name>,
    progress: SyncProgress,
  ) => Promise<SyncAnswer<Name>>;
};

/** A line of the answer of a running Lectern: how far it is, then the answer or why there is none. */
export const SyncLine = z.union([
  z.object({ progress: z.string() }),
  z.object({ answer: z.unknown() }),
  z.object({ problem: z.object({ status: z.int(), message: z.string() }) }),
]);

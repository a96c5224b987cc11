import type { SyncCost, SyncProgress } from '../../../src-server/desk/sync-runner.ts';
import type { Json } from '../../../src-server/model/builds/build.ts';
import { type StepKind, SYNC_FIELDS, VALUE_AT } from '../../../src-server/model/sync/sync-fields.ts';
import { formatCount, formatDuration, pluralize } from '../../ui/format.ts';

/** Names of the kinds of objects, one and many. */
export const KIND_LABELS: Readonly<Record<StepKind, readonly [one: string, many: string]>> = {
  project: ['project', 'projects'],
  version: ['version', 'versions'],
  redirect: ['redirect', 'redirects'],
  variable: ['variable', 'variables'],
  subproject: ['subproject', 'subprojects'],
  build: ['build', 'builds'],
};

const ACTION_LABELS = { create: 'Create', update: 'Change', delete: 'Delete' } as const;

/** Says roughly how long something takes: `about 3 min`. */
export function formatAbout(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 5) return 'a few seconds';
  if (seconds < 90) return `about ${formatDuration(seconds)}`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `about ${minutes} min` : `about ${Math.round(minutes / 60)} h`;
}

/** Says what a pull costs: `12 projects, 61 requests, about 2 min`. */
export function formatSyncCost({ projects, requests, ms }: SyncCost): string {
  return `${pluralize(projects, 'project')}, ${pluralize(requests, 'request')}, ${formatAbout(ms)}`;
}

const PHASES: Readonly<Record<string, string>> = {
  listing: 'Reading the list of projects',
  projects: 'Pulling',
  relations: 'Applying relations',
  check: 'Checking the account',
};

/** What a run is doing, in parts that the banner arranges. */
export type RunText = {
  readonly doing: string;
  readonly counts: string;
  readonly left: string;
  /** From 0 to 100; null while it cannot be known. */
  readonly percent: number | null;
};

/** Describes how far a run is. */
export function formatProgress({ kind, pull, push, waiting }: SyncProgress): RunText {
  if (pull) {
    const { phase, projects, requests, msLeft, current } = pull;
    const doing =
      phase === 'projects' && current !== null ? `Pulling ${current}` : (PHASES[phase] ?? 'Pulling');
    const all = requests.done + requests.left;
    return {
      doing: waiting ?? doing,
      counts: `${formatCount(projects.done)} of ${pluralize(projects.total, 'project')}, ${formatCount(requests.done)} of ${pluralize(all, 'request')}`,
      left: `${formatAbout(msLeft)} left`,
      percent: all === 0 ? null : (100 * requests.done) / all,
    };
  }
  if (push)
    return {
      doing: waiting ?? 'Pushing',
      counts: `${formatCount(push.done)} of ${pluralize(push.total, 'change')}`,
      left: `${formatCount(push.total - push.done)} left`,
      percent: push.total === 0 ? null : (100 * push.done) / push.total,
    };
  return {
    doing: waiting ?? (kind === 'pull' ? 'Starting to pull' : 'Starting to push'),
    counts: '',
    left: '',
    percent: null,
  };
}

/** Names the change of one object: `Change version stable`. */
export function stepTitle({
  action,
  kind,
  key,
}: {
  readonly action: 'create' | 'update' | 'delete';
  readonly kind: StepKind;
  readonly key: string;
}): string {
  return kind === 'build'
    ? `Build version ${key}`
    : `${ACTION_LABELS[action]} ${KIND_LABELS[kind][0]} ${key}`;
}

/** Names a field as people know it. */
export function fieldLabel(kind: StepKind, field: string): string {
  if (field === 'position') return 'Place in the order';
  return kind === 'build' ? field : (SYNC_FIELDS[kind][field]?.label ?? field);
}

/** Writes a value of a field for reading; a variable's value is never shown. */
export function formatValue(field: string, value: Json | undefined): string {
  if (field === VALUE_AT) return value === null || value === undefined ? 'Unknown' : 'Typed here';
  if (value === undefined || value === null || value === '') return 'Empty';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.map(String).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

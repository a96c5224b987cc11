import type { QueryKey } from '@tanstack/react-query';
import type { LiveChange } from '../../../src-server/desk/live/live-changes.ts';
import type { JournalAction } from '../../../src-server/model/journal/actions.ts';
import { replacesAllData } from '../../../src-server/model/journal/replaces-data.ts';

/** A query as the cache has it. */
type Query = { readonly queryKey: QueryKey; readonly state: { readonly data: unknown } };

/** What an action is about: `project` of `project.update`. */
type Subject = JournalAction extends infer Each ? (Each extends `${infer Of}.${string}` ? Of : never) : never;

/** Subjects that concern every answer: what comes, goes or changes as a whole. */
const OF_EVERYTHING: readonly Subject[] = ['project', 'subproject', 'translation', 'seed', 'trash', 'sync'];

/**
 * Subjects of the journal that an answer of the desk depends on, beside `OF_EVERYTHING`, by its group or its procedure.
 * Groups that are not here depend on every subject.
 */
const SUBJECTS: Readonly<Record<string, readonly Subject[]>> = {
  build: ['build', 'version', 'log', 'settings'],
  clock: ['clock'],
  docsSearch: ['build', 'version', 'settings'],
  docsSessions: ['settings'],
  // A fault may end by the clock.
  faults: ['fault', 'clock'],
  // The built-in kits are always the same.
  kits: [],
  lessons: ['lesson', 'settings'],
  notifications: ['notification', 'build', 'user'],
  people: ['user', 'token'],
  // Previews are no data; only starting needs to know the settings.
  previews: ['settings'],
  'requests.groups': ['settings'],
  'requests.list': ['settings'],
  snapshots: ['snapshot'],
  redirects: ['redirect', 'version', 'build', 'settings'],
  subprojects: ['version', 'build', 'user', 'settings'],
  sync: ['remote', 'version', 'redirect', 'environment-variable', 'user', 'settings'],
  'system.counts': ['build'],
  'system.secrets': ['token', 'environment-variable'],
  'system.state': ['user', 'settings'],
  translations: ['version', 'build', 'user', 'settings'],
  variables: ['environment-variable', 'user'],
  // They are no data of this one, and a switch loads the window again.
  workspaces: [],
  webhooks: ['integration', 'build-webhook', 'build', 'version', 'user', 'settings'],
};

/** Answers about one project that builds of other projects change too: all projects share the queue. */
const SHARED: ReadonlySet<string> = new Set(['builds.queue']);

/** Says whether any of these changes may have changed the answer of a query. */
export function isAffected(query: Query, changes: readonly LiveChange[]): boolean {
  const [group, procedure] = pathOf(query.queryKey);
  const path = `${group}.${procedure}`;
  const subjects = SUBJECTS[path] ?? SUBJECTS[group];
  const project = SHARED.has(path) ? undefined : projectOf(query);
  const build = group === 'build' ? numberIn(inputOf(query.queryKey), 'id') : undefined;
  return changes.some(({ action, subjectId, projects }) => {
    if (replacesAllData(action)) return true;
    if (action === 'preview.progress') return group === 'previews' || path === 'system.counts';
    // Numbers of changes to push alone.
    if (action === 'sync.count') return group === 'sync' || group === 'projects';
    const subject = action.slice(0, action.indexOf('.')) as Subject;
    if (subjects && !subjects.includes(subject) && !OF_EVERYTHING.includes(subject)) return false;
    // Counts of projects and builds do not move when a project changes its settings.
    if (path === 'system.counts' && /^project\.(?!create|delete|restore)/.test(action)) return false;
    if (build !== undefined && subject === 'build' && subjectId !== null) return subjectId === build;
    return projects === null || project === undefined || projects.includes(project);
  });
}

/** The group and the procedure that a key names: tRPC's own keys begin with both, those of windowed rows with a group. */
function pathOf([head]: QueryKey): readonly [group: string, procedure: string] {
  const [group = '', procedure = ''] = Array.isArray(head) ? head.map(String) : [String(head)];
  return [group, procedure];
}

/** What a query asks with, or the second part of a key of windowed rows. */
function inputOf([, second]: QueryKey): unknown {
  return isObject(second) && 'input' in second ? second.input : second;
}

/** The one project that a query asks about, by its slug; undefined when it may show several. */
function projectOf({ queryKey, state }: Query): string | undefined {
  const input = inputOf(queryKey);
  if (typeof input === 'string') return /^[-\w]+$/.test(input) ? input : undefined;
  return stringIn(input, 'slug') ?? stringIn(input, 'project') ?? stringIn(state.data, 'projectSlug');
}

function stringIn(value: unknown, name: string): string | undefined {
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === 'string' && found !== '' ? found : undefined;
}

function numberIn(value: unknown, name: string): number | undefined {
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === 'number' ? found : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import { pastOf } from '../../../../src-server/model/journal/actions.ts';
import { formatEntryPoint } from '../../../features/entry-points.ts';

/** One journal entry of the project. */
export type TimelineEntry = inferRouterOutputs<DeskRouter>['project']['timeline'][number];

/** Entries of one change, shown as one line. */
export type TimelineGroup = {
  readonly key: number;
  readonly at: number;
  readonly actor: string;
  /** How it came in: `in the window`, `through the API`. */
  readonly entryPoint: string;
  readonly text: string;
};

const FIELD_LABELS: Readonly<Record<string, string>> = {
  name: 'name',
  description: 'description',
  repositoryUrl: 'repository',
  repositoryType: 'repository type',
  homepage: 'homepage',
  language: 'language',
  programmingLanguage: 'programming language',
  defaultVersion: 'default version',
  defaultBranch: 'default branch',
  analyticsCode: 'analytics code',
  singleVersion: 'single version',
  versioningScheme: 'addresses',
  readthedocsYamlPath: 'configuration file',
  externalBuildsPrivacyLevel: 'privacy of pull requests',
  analyticsDisabled: 'analytics',
  showVersionWarning: 'version warning',
  privacyLevel: 'privacy',
  documentationType: 'documentation type',
  tags: 'tags',
  translationOf: 'main project',
  buildTools: 'build tools',
  pullRequestBuilds: 'pull-request builds',
};

/** What an action of another Lectern is called. */
const UNKNOWN = { verb: 'Changed', one: 'the project', many: 'items' };

/** Names listed before "and N more". */
const MAX_NAMES = 3;

/** Groups entries of the same change and action, and phrases each group. */
export function timelineGroups(entries: readonly TimelineEntry[]): readonly TimelineGroup[] {
  const groups: TimelineEntry[][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    const [first] = group ?? [];
    const isSame =
      first && first.batch === entry.batch && first.action === entry.action && entry.batch !== null;
    if (group && isSame) group.push(entry);
    else groups.push([entry]);
  }
  return groups.flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { id, at, username, door, undoes } = first;
    const text = formatGroup(group);
    return [
      {
        key: id,
        at,
        actor: username ?? 'Lectern',
        entryPoint: formatEntryPoint(door),
        text: undoes === null ? text : `Undid: ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
      },
    ];
  });
}

function formatGroup(group: readonly TimelineEntry[]): string {
  const [first] = group;
  if (!first) return '';
  if (first.action === 'project.update') return `Changed ${formatChangedFields(group)}`;
  if (first.action === 'build.finish' && group.length === 1)
    return `The build of ${first.subject ?? 'a version'} ${formatOutcome(first)}`;
  const [problem] =
    first.action === 'project.give-up-sync' ? group.map(syncProblemOf).filter((each) => each) : [];
  if (problem !== undefined) return `Gave up a repository sync: ${problem}`;
  const { verb, one, many } = pastOf(first.action) ?? UNKNOWN;
  const names = [...new Set(group.flatMap(({ subject }) => (subject === null ? [] : [subject])))];
  if (names.length < 2) return [verb, one, names[0] ?? ''].filter((part) => part !== '').join(' ');
  const more = names.length - MAX_NAMES;
  return `${verb} ${names.length} ${many}: ${names.slice(0, MAX_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Why the repository could not be read. */
function syncProblemOf({ after }: TimelineEntry): string {
  return typeof after?.problem === 'string' ? after.problem : '';
}

function formatOutcome({ after }: TimelineEntry): string {
  if (after?.success === true) return 'passed';
  return /^cancelled/i.test(String(after?.error ?? '')) ? 'was cancelled' : 'failed';
}

function formatChangedFields(group: readonly TimelineEntry[]): string {
  const fields = group.flatMap(({ after, before }) => Object.keys({ ...before, ...after }));
  const names = [...new Set(fields.flatMap((field) => FIELD_LABELS[field] ?? []))];
  if (names.length === 0) return 'the project';
  const last = names.at(-1) ?? '';
  return names.length === 1 ? `the ${last}` : `the ${names.slice(0, -1).join(', ')} and ${last}`;
}

import type { Resource } from '../route.ts';

const TAG_BY_PART: ReadonlyMap<string, string> = new Map([
  ['projects', 'Projects'],
  ['versions', 'Versions'],
  ['version', 'Versions'],
  ['sync-versions', 'Versions'],
  ['builds', 'Builds'],
  ['subprojects', 'Subprojects'],
  ['superproject', 'Subprojects'],
  ['translations', 'Translations'],
  ['redirects', 'Redirects'],
  ['environmentvariables', 'Environment variables'],
  ['notifications', 'Notifications'],
]);
const V2 = 'v2';
const SERVICE = 'Service';

/** Groups of operations, in the order of the document. */
export const TAGS: readonly { readonly name: string; readonly description: string }[] = [
  { name: SERVICE, description: 'The API itself.' },
  { name: 'Projects', description: 'Documentation projects: list, import, read, update.' },
  { name: 'Versions', description: 'The branches and tags of a project, and which of them are built.' },
  { name: 'Builds', description: 'Runs that make the documentation of a version.' },
  { name: 'Subprojects', description: 'Projects that live under another one.' },
  { name: 'Translations', description: 'The same documentation in other languages.' },
  { name: 'Redirects', description: 'Rules that send old addresses to new ones.' },
  { name: 'Environment variables', description: 'What builds are given; values are never shown again.' },
  { name: V2, description: 'The older API: public things only, read-only, without a token. Deprecated.' },
];

/** Groups of today's dialect, which has notifications too. */
export const CURRENT_TAGS: typeof TAGS = TAGS.flatMap((tag) =>
  tag.name === V2
    ? [{ name: 'Notifications', description: 'What is said about builds, projects and users.' }, tag]
    : [tag],
);

/** Gives the group of a path by the last part of it that names one. */
export function tagOf({ apiVersion, path }: Resource): string {
  if (apiVersion === 'v2') return V2;
  const families = path.split('/').map((part) => TAG_BY_PART.get(part));
  return families.findLast((family) => family !== undefined) ?? SERVICE;
}

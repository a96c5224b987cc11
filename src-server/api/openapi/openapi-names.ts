import type { Resource, Route } from '../route.ts';

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
]);
/** Path parts that are two words in one. */
const WORD_BREAKS: ReadonlyMap<string, string> = new Map([
  ['environmentvariables', 'environment-variables'],
  ['environmentvariable', 'environment-variable'],
]);
const V2 = 'v2';
const SERVICE = 'Service';

/** The groups into which operations fall, in the order in which a reader meets them. */
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

/** The group of a path: that of its last part that names one. */
export function tagOf({ dialect, path }: Resource): string {
  if (dialect === 'v2') return V2;
  const families = path.split('/').map((part) => TAG_BY_PART.get(part));
  return families.findLast((family) => family !== undefined) ?? SERVICE;
}

/** Gives each operation a name of its own, such as `listProjectVersions`; asked in the order of the route table. */
export function createOperationIds() {
  const usedNames = new Set<string>();

  /** @throws Error when two operations cannot be told apart by name */
  return function operationId(route: Route): string {
    const parts = route.path
      .replace(/^\/api\/(v3\/)?/, '')
      .split('/')
      .filter(Boolean);
    // Two paths may lead to one thing (`version/` and `versions/`); the second keeps its words as they are written.
    const found = [
      operationName(route, parts.map(singularOrPlural(route))),
      operationName(route, parts),
    ].find((name) => !usedNames.has(name));
    if (found === undefined) throw new Error(`${route.method} ${route.path}: its operationId is taken.`);
    usedNames.add(found);
    return found;
  };
}

function operationName(route: Route, parts: readonly string[]): string {
  const words = parts
    .filter((part) => !part.startsWith(':'))
    .flatMap((part) => (WORD_BREAKS.get(part) ?? part).split(/[^a-z0-9]+/i));
  return verb(route) + (words.length > 0 ? words.map(capital).join('') : 'Root');
}

function verb({ method, list, status }: Route): string {
  switch (method) {
    case 'GET':
      return list ? 'list' : 'get';
    case 'POST':
      return status === 202 ? 'trigger' : 'create';
    case 'PUT':
      return 'replace';
    case 'PATCH':
      return 'update';
    case 'DELETE':
      return 'delete';
    default:
      return method satisfies never;
  }
}

/** `projects` before a slug is one project, and so is what a POST creates; a list is of several, whatever its path says. */
function singularOrPlural(route: Route) {
  return (part: string, index: number, parts: readonly string[]): string => {
    if (part.startsWith(':')) return part;
    const next = parts[index + 1];
    const isOne = next === undefined ? route.status === 201 : next.startsWith(':');
    if (isOne) return part.replace(/s$/, '');
    return next === undefined && route.list ? part.replace(/s?$/, 's') : part;
  };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

import type { SentChange } from '../../api/sent-changes.ts';

/** A call of the public API, as an audience reads it. */
export type PresentedCall = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** How many more like it there were: those of the other selected versions. */
  readonly more?: number;
};

/** What the inputs of the desk's procedures have that a path needs. */
type Names = Readonly<
  Record<'slug' | 'project' | 'version' | 'id' | 'alias', string> & Record<'of' | 'versionOf', string>
>;
type Call = readonly [method: string, path: (names: Names) => string, status: number];

const PROJECTS = '/api/v3/projects/';

/** Calls of the API that do exactly what a procedure of the desk does, with their status; others have none. */
export const CALLS: Readonly<Record<string, Call>> = {
  'import.create': ['POST', () => PROJECTS, 201],
  'project.update': ['PATCH', ({ of }) => of, 204],
  'versions.setDefault': ['PATCH', ({ of }) => of, 204],
  'versions.setActive': ['PATCH', ({ versionOf }) => versionOf, 204],
  'versions.switch': ['PATCH', ({ versionOf }) => versionOf, 204],
  'versions.sync': ['POST', ({ of }) => `${of}sync-versions/`, 202],
  'versions.build': ['POST', ({ versionOf }) => `${versionOf}builds/`, 202],
  'builds.trigger': ['POST', ({ versionOf }) => `${versionOf}builds/`, 202],
  'build.retry': ['POST', ({ versionOf }) => `${versionOf}builds/`, 202],
  'redirects.add': ['POST', ({ of }) => `${of}redirects/`, 201],
  'redirects.save': ['PUT', ({ of, id }) => `${of}redirects/${id}/`, 200],
  'redirects.remove': ['DELETE', ({ of, id }) => `${of}redirects/${id}/`, 204],
  'variables.add': ['POST', ({ of }) => `${of}environmentvariables/`, 201],
  'variables.remove': ['DELETE', ({ of, id }) => `${of}environmentvariables/${id}/`, 204],
  'subprojects.add': ['POST', ({ of }) => `${of}subprojects/`, 201],
  'subprojects.remove': ['DELETE', ({ of, alias }) => `${of}subprojects/${alias}/`, 204],
};

/**
 * Statuses of the API for what the window is refused with as well. A conflict is not among them: here it is always the
 * window's own, such as a form that is out of date.
 */
const REFUSAL_STATUSES: ReadonlyMap<string, number> = new Map([
  ['Invalid', 400],
  ['Forbidden', 403],
  ['NotFound', 404],
  ['Unavailable', 503],
  ['StorageFull', 507],
]);

/** Returns the status with which the API refuses for the same problem; undefined where it never does. */
export function refusalStatus(problemName: string): number | undefined {
  return REFUSAL_STATUSES.get(problemName);
}

/** Returns the call of the API that does the same, with the status that came of it; undefined where there is none. */
export function apiCallOf({ procedure, input, answer, refusal }: SentChange): PresentedCall | undefined {
  const call = Object.hasOwn(CALLS, procedure) ? CALLS[procedure] : undefined;
  if (!call) return undefined;
  const [method, pathOf, success] = call;
  const status = refusal === undefined ? success : refusalStatus(refusal);
  const { answer: made } = fieldsOf(answer);
  const path = pathOf(namesIn({ ...fieldsOf(made), ...fieldsOf(input) }));
  // A version that neither side named.
  if (status === undefined || path.includes('//')) return undefined;
  const more = versionsIn(input).length - 1;
  return { method, path, status, ...(more > 0 && { more }) };
}

function namesIn(given: Readonly<Record<string, unknown>>): Names {
  const text = (name: string, fallback?: unknown) => {
    const value = given[name] ?? fallback;
    return typeof value === 'string' || typeof value === 'number' ? encodeURIComponent(value) : '';
  };
  const slug = text('slug');
  const project = text('project');
  const version = text('version', versionsIn(given)[0]);
  const of = `${PROJECTS}${slug || project}/`;
  const versionOf = `${of}versions/${version}/`;
  return { slug, project, version, id: text('id'), alias: text('alias'), of, versionOf };
}

function versionsIn(input: unknown): readonly unknown[] {
  const { versions } = fieldsOf(input);
  return Array.isArray(versions) ? versions : [];
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

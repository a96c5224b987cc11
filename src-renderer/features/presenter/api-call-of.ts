import type { MadeChange } from '../../api/made-changes.ts';

/** A call of the public API, as an audience reads it. */
export type PresentedCall = { readonly method: string; readonly path: string; readonly status: number };

/** What the inputs of the desk's procedures have that a path needs. */
type Names = Readonly<
  Record<'slug' | 'project' | 'version' | 'id' | 'alias', string> & Record<'of' | 'versionOf', string>
>;
type Call = readonly [method: string, path: (names: Names) => string, status: number];

const PROJECTS = '/api/v3/projects/';

/** Calls of the API that do exactly what a procedure of the desk does; others have none. */
export const CALLS: Readonly<Record<string, Call>> = {
  'import.create': ['POST', () => PROJECTS, 201],
  'project.update': ['PATCH', ({ of }) => of, 204],
  'versions.setDefault': ['PATCH', ({ of }) => of, 204],
  'versions.setActive': ['PATCH', ({ versionOf }) => versionOf, 204],
  'versions.sync': ['POST', ({ of }) => `${of}sync-versions/`, 202],
  'builds.trigger': ['POST', ({ versionOf }) => `${versionOf}builds/`, 202],
  'redirects.add': ['POST', ({ of }) => `${of}redirects/`, 201],
  'redirects.save': ['PUT', ({ of, id }) => `${of}redirects/${id}/`, 200],
  'redirects.remove': ['DELETE', ({ of, id }) => `${of}redirects/${id}/`, 204],
  'variables.add': ['POST', ({ of }) => `${of}environmentvariables/`, 201],
  'variables.remove': ['DELETE', ({ of, id }) => `${of}environmentvariables/${id}/`, 204],
  'subprojects.add': ['POST', ({ of }) => `${of}subprojects/`, 201],
  'subprojects.remove': ['DELETE', ({ of, alias }) => `${of}subprojects/${alias}/`, 204],
};

/** Returns the call of the API that does the same; undefined where there is none. */
export function apiCallOf({ procedure, input }: MadeChange): PresentedCall | undefined {
  const call = Object.hasOwn(CALLS, procedure) ? CALLS[procedure] : undefined;
  if (!call) return undefined;
  const [method, pathOf, status] = call;
  return { method, path: pathOf(namesIn(input)), status };
}

function namesIn(input: unknown): Names {
  const given = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
  const text = (name: string) => {
    const value = given[name];
    return typeof value === 'string' || typeof value === 'number' ? encodeURIComponent(value) : '';
  };
  const slug = text('slug');
  const project = text('project');
  const version = text('version');
  const of = `${PROJECTS}${slug || project}/`;
  const versionOf = `${of}versions/${version}/`;
  return { slug, project, version, id: text('id'), alias: text('alias'), of, versionOf };
}

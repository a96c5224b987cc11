import { deref, isObject, type JsonObject } from './schema-checker.ts';

/** One operation of the served OpenAPI document, for tests that call all of them. */
export type ServedRoute = {
  readonly method: string;
  /** Path template of the document: `/api/v3/projects/{project_slug}/`. */
  readonly template: string;
  /** Names of the path parameters. */
  readonly pathParameters: readonly string[];
  readonly queryParameters: readonly string[];
  readonly hasBody: boolean;
  /** Returns the encoded path with sample values (sample-seed.ts), or with the given ones. */
  readonly path: (values?: Readonly<Record<string, string>>) => string;
};

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
// The values of sample-seed.ts.
const SAMPLE: Readonly<Record<string, string>> = {
  project_slug: 'pip',
  version_slug: '10',
  alias_slug: 'plug',
  build_id: '7',
  redirect_id: '5',
  environmentvariable_id: '3',
  integration_id: '1',
  slug: 'pip',
  id: '1',
};
const SAMPLE_OF_PATH: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/api/v2/build/{id}/': { id: '7' },
  '/api/v2/version/{id}/': { id: '2' },
  '/api/v3/projects/{project_slug}/superproject/': { project_slug: 'plugin' },
};

/** Lists the operations of the document. */
export function servedRoutes(document: JsonObject): readonly ServedRoute[] {
  return Object.entries(document.paths as Readonly<Record<string, JsonObject>>).flatMap(([template, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return isObject(operation) ? [routeOf(document, template, method, operation)] : [];
    }),
  );
}

function routeOf(document: JsonObject, template: string, method: string, operation: JsonObject): ServedRoute {
  const parameters = (operation.parameters ?? []) as readonly JsonObject[];
  return {
    method: method.toUpperCase(),
    template,
    pathParameters: [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    queryParameters: parameters
      .map((parameter) => deref(document, parameter))
      .filter((parameter) => parameter.in === 'query')
      .map((parameter) => String(parameter.name)),
    hasBody: operation.requestBody !== undefined,
    path: (values = {}) =>
      template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        const value = values[name] ?? SAMPLE_OF_PATH[template]?.[name] ?? SAMPLE[name];
        if (value === undefined)
          throw new Error(`test/support/served-routes.ts has no sample for {${name}}.`);
        return encodeURIComponent(value);
      }),
  };
}

import { describe, expect, test } from 'vitest';
import { openapiDocument } from '../../../src-server/api/openapi/openapi.ts';
import { resources } from '../../../src-server/api/resources.ts';
import {
  deref,
  isObject,
  type JsonObject,
  resolveRef,
  schemaChecker,
} from '../../support/api/schema-checker.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const document = JSON.parse(JSON.stringify(openapiDocument(resources, { version: '1.2.3' }))) as JsonObject;
const paths = document.paths as Readonly<Record<string, JsonObject>>;
type Operation = {
  readonly name: string;
  readonly template: string;
  readonly item: JsonObject;
  readonly body: JsonObject;
};

const operations: readonly Operation[] = Object.entries(paths).flatMap(([template, item]) =>
  Object.entries(item).flatMap(([method, body]) =>
    METHODS.includes(method) && isObject(body)
      ? [{ name: `${method.toUpperCase()} ${template}`, template, item, body }]
      : [],
  ),
);

/** The specification's tables (service.md, "Endpoints"), and what real clients call beside them (behaviour.md 2). */
const V3 = '/api/v3/projects/';
const PROJECT = `${V3}{project_slug}/`;
const SPECIFIED = [
  'GET /api/v3/',
  `GET ${V3}`,
  `POST ${V3}`,
  `GET ${PROJECT}`,
  `PATCH ${PROJECT}`,
  `GET ${PROJECT}versions/`,
  `GET ${PROJECT}versions/{version_slug}/`,
  `PATCH ${PROJECT}version/{version_slug}/`,
  `GET ${PROJECT}builds/{build_id}/`,
  `GET ${PROJECT}builds/`,
  `POST ${PROJECT}versions/{version_slug}/builds/`,
  `GET ${PROJECT}subprojects/{alias_slug}/`,
  `GET ${PROJECT}subprojects/`,
  `POST ${PROJECT}subprojects/`,
  `DELETE ${PROJECT}subprojects/{alias_slug}/`,
  `GET ${PROJECT}translations/`,
  `GET ${PROJECT}redirects/{redirect_id}/`,
  `GET ${PROJECT}redirects/`,
  `POST ${PROJECT}redirects/`,
  `PUT ${PROJECT}redirects/{redirect_id}/`,
  `DELETE ${PROJECT}redirects/{redirect_id}/`,
  `GET ${PROJECT}environmentvariables/{environmentvariable_id}/`,
  `GET ${PROJECT}environmentvariables/`,
  `POST ${PROJECT}environmentvariables/`,
  `DELETE ${PROJECT}environmentvariables/{environmentvariable_id}/`,
  'GET /api/v2/project/',
  'GET /api/v2/project/{id}/',
  'GET /api/v2/project/{id}/active_versions/',
  'GET /api/v2/version/',
  'GET /api/v2/version/{id}/',
  'GET /api/v2/build/',
  'GET /api/v2/build/{id}/',
];
/** Of v2, where nobody has to say who they are: who does is a maintainer. */
const TAKING_TOKENS = /^\/api\/v2\/(integration|webhook\/(generic|\{))/;
const BESIDE_THEM = [
  `PUT ${PROJECT}`,
  `GET ${PROJECT}superproject/`,
  `POST ${PROJECT}sync-versions/`,
  `PUT ${PROJECT}versions/{version_slug}/`,
  `PATCH ${PROJECT}versions/{version_slug}/`,
  `GET ${PROJECT}versions/{version_slug}/builds/`,
  `GET ${PROJECT}versions/{version_slug}/builds/{build_id}/`,
  `PATCH ${PROJECT}redirects/{redirect_id}/`,
  ...['github', 'gitlab', 'bitbucket', 'generic'].map(
    (name) => `POST /api/v2/webhook/${name}/{project_slug}/`,
  ),
  'POST /api/v2/webhook/{project_slug}/{integration_id}/',
  'GET /api/v2/integration/{project_slug}/',
  'POST /api/v2/integration/{project_slug}/',
  'DELETE /api/v2/integration/{project_slug}/{integration_id}/',
  'GET /projects/{slug}/badge/',
  'GET /api/openapi.json',
];

describe('the document', () => {
  test.each([...SPECIFIED, ...BESIDE_THEM])('has %s', (name) => {
    expect(operations.map((operation) => operation.name)).toContain(name);
  });

  test('has every route of the table once, with its success status, and otherwise only the plain operations', () => {
    const routes = resources.flatMap(({ path, routes }) =>
      routes.map((route) => `${route.method} ${path.replaceAll(/:(\w+)/g, '{$1}')} ${route.status}`),
    );
    const described = operations.flatMap(({ name, template, body }) =>
      template.startsWith('/api/v')
        ? Object.keys(body.responses as JsonObject)
            .filter((status) => status < '300')
            .map((status) => `${name} ${status}`)
        : [],
    );
    expect(described.toSorted()).toEqual(routes.toSorted());
  });

  test('has the structure of OpenAPI 3.1', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: 'Lectern', version: '1.2.3' });
    expect(document.servers).toEqual([{ url: '/', description: expect.any(String) }]);
    expect(Object.keys(document).toSorted()).toEqual([
      'components',
      'info',
      'openapi',
      'paths',
      'servers',
      'tags',
    ]);
  });

  test('gives every operation a unique id', () => {
    const ids = operations.map(({ body }) => body.operationId);
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]+$/.test(String(id)))).toEqual([]);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test.each(operations.map((operation) => [operation.name, operation] as const))(
    'describes %s',
    (_, operation) => {
      const { body, item, template } = operation;
      expect(body.summary).toMatch(/^[A-Z]/);
      const tags = (document.tags as readonly JsonObject[]).map(({ name }) => name);
      expect(tags).toEqual(expect.arrayContaining(body.tags as unknown[]));
      const parameters = [item.parameters, body.parameters].flatMap((list) => (list ?? []) as JsonObject[]);
      const resolved = parameters.map((parameter) => deref(document, parameter));
      const inPath = resolved.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(template.match(/\{\w+\}/g) ?? []);
      expect(inPath.filter(({ required }) => required !== true)).toEqual([]);
      const names = resolved.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(names).size).toBe(names.length);
      for (const response of Object.values(body.responses as Readonly<Record<string, JsonObject>>)) {
        expect(deref(document, response).description).toMatch(/\S/);
      }
    },
  );

  test('requires a token for all of v3 except its root, and elsewhere makes it optional', () => {
    const guarded = operations
      .filter(({ template }) => !TAKING_TOKENS.test(template))
      .filter(({ body }) => (body.security as unknown[]).length > 0)
      .map(({ name }) => name);
    const below = operations
      .filter(({ template }) => template.startsWith('/api/v3/') && template !== '/api/v3/')
      .map(({ name }) => name);
    expect(guarded).toEqual(below);
    // The root does not read credentials, so that it refuses none.
    const unanswered = operations.filter(
      ({ name, body }) => below.includes(name) !== '401' in (body.responses as JsonObject),
    );
    expect(unanswered).toEqual([]);
  });

  test('lists the parameters that every resource accepts', () => {
    const parametersOf = (name: string): string[] => {
      const found = operations.find((operation) => operation.name === name);
      return ((found?.body.parameters ?? []) as JsonObject[]).map((parameter) =>
        String(deref(document, parameter).name),
      );
    };
    expect(parametersOf(`GET ${V3}`)).toEqual([
      'limit',
      'offset',
      'language',
      'programming_language',
      'fields',
      'omit',
      'expand',
      'format',
    ]);
    expect(parametersOf(`GET ${PROJECT}redirects/{redirect_id}/`)).toEqual(['fields', 'omit', 'format']);
    expect(parametersOf('GET /api/v2/build/')).toEqual(['limit', 'offset', 'project__slug', 'commit']);
  });

  test('has no broken references', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref);
    expect(refs.length).toBeGreaterThan(100);
    const missing = refs.filter((ref) => {
      try {
        resolveRef(document, ref);
        return false;
      } catch {
        return true;
      }
    });
    expect(missing).toEqual([]);
  });

  test('uses every schema that it defines', () => {
    const text = JSON.stringify(document);
    const names = Object.keys((document.components as JsonObject).schemas as JsonObject);
    expect(names.filter((name) => !text.includes(`"#/components/schemas/${name}"`))).toEqual([]);
  });

  test('holds schemas that compile in the strict mode of a validator', () => {
    const checker = schemaChecker(document);
    const schemas = [...schemasIn(document)];
    expect(schemas.length).toBeGreaterThan(150);
    for (const schema of schemas) checker.faults(schema, null, 'selection');
  });

  test('allows projects nested in projects to any depth', () => {
    const parent = resolveRef(document, '#/components/schemas/Project/properties/subproject_of');
    expect(parent).toEqual({ anyOf: [{ $ref: '#/components/schemas/Project' }, { type: 'null' }] });
  });

  test('gives forms dotted names for nested fields', () => {
    const form = resolveRef(
      document,
      '#/paths/~1api~1v3~1projects~1/post/requestBody/content/application~1x-www-form-urlencoded/schema',
    );
    expect(form.required).toEqual(['name', 'repository.url', 'repository.type']);
  });

  test('refuses two routes with the same operationId', () => {
    const [root] = resources;
    if (!root) throw new Error('There are no routes.');
    expect(() => openapiDocument([root, root], { version: '1' })).toThrow(
      'Two routes have the operationId getRoot.',
    );
  });

  test.each([
    ['listProjects', 400, 'a query with fixed values'],
    ['getSearch', 400, 'a query of limited length'],
    ['createProject', 415, 'a body'],
    ['listProjectBuilds', 403, 'the access level maintainer'],
    ['deleteV2Integration', 403, 'tokens in v2'],
  ])('derives for %s the refusal %i from %s', (operationId, status) => {
    const operation = operations.find(({ body }) => body.operationId === operationId);
    expect(operation?.body.responses).toHaveProperty(String(status));
  });
});

/** Every place where the document says that a schema stands. */
function* schemasIn(value: unknown): Generator<JsonObject> {
  if (Array.isArray(value)) for (const item of value) yield* schemasIn(item);
  if (!isObject(value)) return;
  for (const [key, member] of Object.entries(value)) {
    if (key === 'schema' && isObject(member)) yield member;
    else if (key === 'schemas' && isObject(member)) {
      for (const schema of Object.values(member)) if (isObject(schema)) yield schema;
    } else yield* schemasIn(member);
  }
}

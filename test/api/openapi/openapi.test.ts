import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openapiDocument } from '../../../src-server/api/openapi/openapi.ts';
import { resources } from '../../../src-server/api/server.ts';
import { type ApiServer, startApi } from '../../support/api/api-server.ts';
import {
  deref,
  isObject,
  type JsonObject,
  resolveRef,
  schemaChecker,
} from '../../support/api/schema-checker.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';

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

  test('has every route of the table once, with its success, and no other operation but the plain ones', () => {
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

  test('is OpenAPI 3.1 in its outline', () => {
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

  test('gives every operation an id of its own', () => {
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

  test('asks for a token on all of v3 but its root, and elsewhere only where there is another way', () => {
    const guarded = operations
      .filter(({ template }) => !TAKING_TOKENS.test(template))
      .filter(({ body }) => (body.security as unknown[]).length > 0)
      .map(({ name }) => name);
    const below = operations
      .filter(({ template }) => template.startsWith('/api/v3/') && template !== '/api/v3/')
      .map(({ name }) => name);
    expect(guarded).toEqual(below);
    // Wrong credentials are refused wherever they are shown.
    const unanswered = operations.filter(
      ({ template, body }) => template.startsWith('/api/v3/') !== '401' in (body.responses as JsonObject),
    );
    expect(unanswered).toEqual([]);
  });

  test('offers what every resource takes', () => {
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

  test('refers only to what is there', () => {
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

  test('uses every schema that it names', () => {
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

  test('lets a project hold projects without end', () => {
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

  test('refuses two routes of the same operationId', () => {
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

describe('the server', () => {
  let api: ApiServer;
  beforeAll(async () => {
    api = await startApi({ seed: SAMPLE_SEED, allowedOrigins: ['http://friend.example'] });
  });
  afterAll(() => api.close());

  test('serves the document that its routes make', async () => {
    const { json } = await api.request('GET', '/api/openapi.json');
    expect(json).toEqual({ ...document, info: expect.objectContaining({ title: 'Lectern' }) });
  });

  // The client throws when an answer is not as documented.
  test.each([
    '/',
    '/api/v3/',
    '/api/v3/projects/?expand=active_versions.last_build.config&limit=2',
    '/api/v3/projects/?limit=1&offset=1',
    '/api/v3/projects/?fields=slug,active_versions.slug&expand=active_versions',
    '/api/v3/projects/pip/?expand=~all',
    '/api/v3/projects/pip/?omit=urls',
    '/api/v3/projects/plugin/',
    '/api/v3/projects/plugin/superproject/',
    '/api/v3/projects/pip/translations/',
    '/api/v3/projects/pip/versions/?expand=last_build.config',
    '/api/v3/projects/pip/versions/10/?expand=last_build',
    '/api/v3/projects/pip/builds/',
    '/api/v3/projects/pip/builds/7/?expand=config',
    '/api/v3/projects/pip/versions/10/builds/',
    '/api/v3/projects/pip/versions/10/builds/7/',
    '/api/v3/projects/pip/subprojects/',
    '/api/v3/projects/pip/subprojects/plug/',
    '/api/v3/projects/pip/redirects/',
    '/api/v3/projects/pip/redirects/5/',
    '/api/v3/projects/pip/environmentvariables/',
    '/api/v3/search/?q=pip&limit=2',
    '/api/v3/projects/pip/environmentvariables/3/',
    '/api/v2/project/',
    '/api/v2/project/1/',
    '/api/v2/project/1/active_versions/',
    '/api/v2/project/1/translations/',
    '/api/v2/project/1/subprojects/',
    '/api/v2/project/1/canonical_url/',
    '/api/v2/version/?active=true',
    '/api/v2/version/2/',
    '/api/v2/build/',
    '/api/v2/build/7/',
    '/projects/pip/badge/?version=10',
  ])('answers GET %s as documented', async (path) => {
    const answer = await api.request('GET', path, { user: 'alice' });
    expect(answer.status).toBe(200);
    expect((await api.request('HEAD', path, { user: 'alice' })).status).toBe(200);
  });

  test('writes as documented', async () => {
    const write = async (method: string, path: string, body?: unknown): Promise<number> =>
      (await api.request(method, `/api/v3/projects/${path}`, { user: 'alice', body })).status;
    const repository = { url: 'https://github.com/pypa/new', type: 'git' };
    expect(await write('POST', '', { name: 'New', repository })).toBe(201);
    expect(await write('PUT', 'new/', { name: 'New', repository, homepage: 'https://new.example' })).toBe(
      204,
    );
    expect(await write('PATCH', 'new/', { default_branch: 'main' })).toBe(204);
    expect(await write('PATCH', 'new/version/latest/', { active: false })).toBe(204);
    expect(await write('PATCH', 'new/versions/latest/', { active: true })).toBe(204);
    expect(await write('PUT', 'new/versions/latest/', {})).toBe(204);
    expect(await write('POST', 'new/versions/latest/builds/')).toBe(202);
    expect(await write('POST', 'new/sync-versions/')).toBe(202);
    expect(await write('POST', 'pip/subprojects/', { child: 'new' })).toBe(201);
    expect(await write('DELETE', 'pip/subprojects/new/')).toBe(204);
    expect(await write('POST', 'new/redirects/', { type: 'sphinx_html' })).toBe(201);
    expect(await write('PUT', 'pip/redirects/5/', { type: 'prefix', from_url: '/old/' })).toBe(200);
    expect(await write('PATCH', 'pip/redirects/5/', { from_url: '/older/' })).toBe(200);
    expect(await write('DELETE', 'pip/redirects/5', undefined)).toBe(204);
    expect(await write('POST', 'new/environmentvariables/', { name: 'A', value: 'b' })).toBe(201);
    expect(await write('DELETE', 'pip/environmentvariables/3/')).toBe(204);
    const form = { name: 'Form', 'repository.url': repository.url, 'repository.type': 'git' };
    expect((await api.request('POST', '/api/v3/projects/', { user: 'alice', form })).status).toBe(201);
  });

  const user = 'alice';
  const page = { accept: 'text/html' };
  test.each([
    [400, 'GET', '/api/v3/projects/?language=xx', { user }],
    [400, 'POST', '/api/v3/projects/', { user, body: {} }],
    [400, 'POST', '/api/v3/projects/', { user, body: '{' }],
    [401, 'GET', '/api/v3/projects/', {}],
    [401, 'DELETE', '/api/v3/projects/pip/', { token: 'f'.repeat(40) }],
    [403, 'GET', '/api/v3/projects/theirs/versions/', { user }],
    [403, 'POST', '/api/v2/project/', {}],
    [403, 'GET', '/api/v3/', { headers: { origin: 'http://evil.example' } }],
    [404, 'GET', '/api/v3/projects/none/', { user }],
    [404, 'GET', '/api/v3/projects/pip/superproject/', { user }],
    [404, 'GET', '/api/v3/projects/%zz/', { user }],
    [404, 'GET', '/api/v3/projects/?format=xml', { user }],
    [404, 'GET', '/nowhere', {}],
    [405, 'DELETE', '/api/v3/projects/pip/', { user }],
    [405, 'POST', '/projects/pip/badge/', {}],
    [406, 'GET', '/api/v3/projects/', { headers: { accept: 'image/png' } }],
    [
      415,
      'POST',
      '/api/v3/projects/',
      { user, body: '<a/>', headers: { 'content-type': 'application/xml' } },
    ],
    [413, 'POST', '/api/v3/projects/', { user, body: `"${'x'.repeat(1_000_001)}"` }],
    [421, 'GET', '/api/v3/', { headers: { host: 'evil.example' } }],
    [421, 'GET', '/api/v3/', { headers: { host: ['127.0.0.1', 'localhost'] } }],
    [400, 'GET', '/', { raw: 'no http\r\n\r\n' }],
    [421, 'GET', '/', { raw: 'GET / HTTP/1.1\r\n\r\n' }],
    [431, 'GET', '/', { headers: { 'x-long': 'x'.repeat(20_000) } }],
    [301, 'GET', '/api/v3/projects?limit=1', { user }],
    [301, 'GET', '/projects/pip/badge', {}],
    [200, 'OPTIONS', '/api/v3/projects/', { user }],
    [200, 'OPTIONS', '/api/v2/project/1/', {}],
    [
      204,
      'OPTIONS',
      '/api/v3/',
      { headers: { origin: 'http://friend.example', 'access-control-request-method': 'GET' } },
    ],
    [200, 'GET', '/api/v3/projects/', { user, headers: page }],
    [401, 'GET', '/api/v3/projects/', { headers: page }],
    [200, 'GET', '/', { headers: page }],
  ])('answers %i to %s %s as documented', async (status, method, path, options) => {
    expect((await api.request(method, path, options)).status).toBe(status);
  });

  test('answers bytes on a socket as documented', async () => {
    const raw = `GET /api/v3/projects/pip/ HTTP/1.1\r\nHost: localhost:${api.port}\r\nAuthorization: Token ${api.tokens.alice}\r\n\r\n`;
    expect((await api.request('GET', '/api/v3/projects/pip/', { raw })).json).toMatchObject({ slug: 'pip' });
  });

  test('answers 304 as documented', async () => {
    const { headers } = await api.request('GET', '/api/v3/projects/', { user });
    const again = { user, headers: { 'if-none-match': headers.etag } };
    expect((await api.request('GET', '/api/v3/projects/', again)).status).toBe(304);
  });

  test('answers 429 as documented', async () => {
    const busy = await startApi({ throttle: true });
    try {
      for (let count = 0; count < 5; count++) await busy.request('GET', '/api/v3/');
      expect(await busy.request('GET', '/api/v3/')).toMatchObject({ status: 429 });
    } finally {
      await busy.close();
    }
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

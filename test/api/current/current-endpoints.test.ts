import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { type ApiServer, startApi } from '../../support/api/api-server.ts';
import { isObject, type JsonObject } from '../../support/api/schema-checker.ts';
import { CURRENT } from './current-fixture.ts';

const P = 'projects/{project_slug}/';

/** Every endpoint of live-service.md 2, with its methods; all but `embed/`, which a desk cannot have. */
const ENDPOINTS: readonly (readonly [path: string, ...methods: readonly string[]])[] = [
  ['', 'GET'],
  ['projects/', 'GET', 'POST'],
  [P, 'GET', 'PUT', 'PATCH'],
  [`${P}superproject/`, 'GET'],
  [`${P}sync-versions/`, 'POST'],
  [`${P}versions/`, 'GET'],
  [`${P}versions/{version_slug}/`, 'GET', 'PUT', 'PATCH'],
  [`${P}versions/{version_slug}/builds/`, 'GET', 'POST'],
  [`${P}versions/{version_slug}/builds/{build_id}/`, 'GET'],
  [`${P}builds/`, 'GET'],
  [`${P}builds/{build_id}/`, 'GET'],
  [`${P}builds/{build_id}/notifications/`, 'GET'],
  [`${P}builds/{build_id}/notifications/{notification_id}/`, 'GET', 'PUT', 'PATCH'],
  [`${P}notifications/`, 'GET'],
  [`${P}notifications/{notification_id}/`, 'GET', 'PUT', 'PATCH'],
  [`${P}subprojects/`, 'GET', 'POST'],
  [`${P}subprojects/{alias_slug}/`, 'GET', 'DELETE'],
  [`${P}translations/`, 'GET'],
  [`${P}redirects/`, 'GET', 'POST'],
  [`${P}redirects/{redirect_id}/`, 'GET', 'PUT', 'PATCH', 'DELETE'],
  [`${P}environmentvariables/`, 'GET', 'POST'],
  [`${P}environmentvariables/{environmentvariable_id}/`, 'GET', 'DELETE'],
  ['notifications/', 'GET'],
  ['notifications/{notification_id}/', 'GET', 'PUT', 'PATCH'],
  ['users/{username}/notifications/', 'GET'],
  ['users/{username}/notifications/{notification_id}/', 'GET', 'PUT', 'PATCH'],
  ['organizations/{organization_slug}/notifications/', 'GET'],
  ['organizations/{organization_slug}/notifications/{notification_id}/', 'GET', 'PUT', 'PATCH'],
  ['organizations/{organization_slug}/teams/', 'GET'],
  ['remote/repositories/', 'GET'],
  ['remote/organizations/', 'GET'],
  ['search/', 'GET'],
];

/** Every field of live-service.md 3, by resource. */
const FIELDS: Readonly<Record<string, string>> = {
  Project:
    '_links active_versions created default_branch default_version external_builds_privacy_level homepage id language modified name organization permissions privacy_level programming_language readthedocs_yaml_path repository single_version slug subproject_of tags translation_of urls users versioning_scheme',
  Version:
    '_links active aliases built downloads hidden id identifier privacy_level ref slug type urls verbose_name',
  Build: '_links commit config created duration error finished id project state success urls version',
  Subproject: '_links alias child',
  EnvironmentVariable: '_links created modified name pk project public',
  Redirect:
    '_links created description enabled force from_url http_status modified pk position project to_url type',
  Notification: '_links attached_to_content_type attached_to_id dismissable id message news state',
  RemoteRepository:
    'admin avatar_url clone_url created default_branch description full_name html_url modified name pk private projects remote_organization ssh_url vcs vcs_provider',
  RemoteOrganization: 'avatar_url created modified name pk slug url vcs_provider',
  Team: 'access created members modified name slug',
  SearchResult: 'blocks domain highlights path project title type version',
};

let api: ApiServer;
let document: JsonObject;

beforeAll(async () => {
  api = await startApi(CURRENT);
  document = (await api.request('GET', '/api/openapi.json')).json as JsonObject;
  const { store } = api.lectern;
  const about = [
    { kind: 'build', id: 10 },
    { kind: 'project', id: 10 },
    { kind: 'user', id: api.lectern.services.users.get('alice').id },
  ] as const;
  store.change(() => {
    for (const each of about)
      store.notifications.say({
        ...{ about: each, message: 'build:user:generic', details: {} },
        ...{ dismissable: true, news: false, modified: 1 },
      });
  });
  await api.lectern.services.environmentVariables.createAsToday(systemActor('command'), 'own', {
    ...{ name: 'KEY', value: 'x' },
  });
});
afterAll(() => api.close());

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

test('the document has every endpoint of today, and no other', () => {
  const served = Object.entries(document.paths as Readonly<Record<string, JsonObject>>)
    .filter(([path]) => path.startsWith('/api/v3/'))
    .map(([path, item]) => [
      path.slice('/api/v3/'.length),
      ...METHODS.filter((method) => isObject(item[method])).map((method) => method.toUpperCase()),
    ]);
  expect(served.toSorted()).toEqual([...ENDPOINTS].map((row) => [...row]).toSorted());
});

test.each(Object.entries(FIELDS))('%s has every field of today, and no other', (name, fields) => {
  const { schemas } = document.components as { schemas: Readonly<Record<string, JsonObject>> };
  expect(Object.keys(schemas[name]?.properties ?? {}).toSorted()).toEqual(fields.split(' ').toSorted());
});

/** What stands in a path; the redirect and the variable are those of `own`. */
const VALUES: Readonly<Record<string, string>> = {
  project_slug: 'own',
  version_slug: 'latest',
  build_id: '10',
  alias_slug: 'kid',
  redirect_id: '10',
  username: 'alice',
  organization_slug: 'acme',
};
/** The notification of each kind, by the beginning of its path. */
const NOTIFICATIONS = [
  ['projects/own/builds/', 0],
  ['projects/own/', 1],
  ['users/', 2],
  ['notifications/', 2],
  ['organizations/', 2],
] as const;
/** Endpoints whose answer is not 200 here, by path. */
const OTHER_STATUS: Readonly<Record<string, number>> = {
  'projects/own/superproject/': 404,
  'organizations/acme/notifications/': 404,
  'organizations/acme/notifications/3/': 404,
  'organizations/acme/teams/': 404,
};

/** Fills a template with what exists: the path of something that alice can read, or the nothing of `OTHER_STATUS`. */
function fill(template: string): string {
  const all = { limit: 10, offset: 0 };
  const [variable] = api.lectern.store.environmentVariables.ofProject(10, all).items;
  const filled = template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    if (name === 'environmentvariable_id') return String(variable?.id);
    return VALUES[name] ?? whole;
  });
  const [, at] = NOTIFICATIONS.find(([start]) => filled.startsWith(start)) ?? ['', 0];
  return filled.replace('{notification_id}', String(at + 1));
}

async function statusOf(method: string, path: string, query = '', user?: 'stranger' | null): Promise<number> {
  const options = user === null ? {} : { user: user ?? 'alice' };
  const { status } = await api.request(method, `/api/v3/${path}${query}`, options);
  return status;
}

/** What only maintainers read, and what a user is told; then what no anonymous caller reads (live-service.md 1). */
const OWNERS_ONLY = /^(?:projects\/own\/(?:redirects|environmentvariables|notifications)|users)\//;
const SIGNED_IN_ONLY = /^(?:projects\/$|notifications\/|organizations\/|remote\/)/;
const SEARCH = '?q=project:own%20x';
const READS = ENDPOINTS.filter(([, ...methods]) => methods.includes('GET')).map(([path]) => path);

describe('each read is as the document says', () => {
  test.each(READS)('GET and HEAD %s', async (template) => {
    const path = fill(template);
    const query = path === 'search/' ? SEARCH : '';
    const expected = OTHER_STATUS[path] ?? 200;
    expect(await statusOf('GET', path, query)).toBe(expected);
    expect(await statusOf('HEAD', path, query)).toBe(expected);
  });

  test.each(READS)('GET %s, by nobody and by somebody else', async (template) => {
    const path = fill(template);
    const query = path === 'search/' ? SEARCH : '';
    const everybody = OTHER_STATUS[path] ?? 200;
    const statuses = [
      await statusOf('GET', path, query, null),
      await statusOf('GET', path, query, 'stranger'),
    ];
    if (OWNERS_ONLY.test(path)) expect(statuses).toEqual([401, 403]);
    else if (/^notifications\/\d/.test(path)) expect(statuses).toEqual([401, 404]);
    else if (SIGNED_IN_ONLY.test(path)) expect(statuses).toEqual([401, everybody]);
    else expect(statuses).toEqual([everybody, everybody]);
  });

  test.each(READS)('GET %s, with each parameter of the document', async (template) => {
    const { paths } = document as { paths: Readonly<Record<string, JsonObject>> };
    const get = paths[`/api/v3/${template}`]?.get as { parameters: readonly Parameter[] };
    const path = fill(template);
    const expected = OTHER_STATUS[path] ?? 200;
    const unexpected: string[] = [];
    for (const { name, in: place, schema } of get.parameters.map(resolved)) {
      if (place !== 'query' || name === 'format') continue;
      const query = `${path === 'search/' && name !== 'q' ? `${SEARCH}&` : '?'}${name}=${sampleOf(schema)}`;
      const status = await statusOf('GET', path, query);
      // A filter that a detail does not match is a 404.
      const isExpected = status === expected || (template.endsWith('}/') && status === 404);
      if (!isExpected) unexpected.push(`${query}: ${status}`);
    }
    expect(unexpected).toEqual([]);
  });
});

test.each(ENDPOINTS)('%s takes no other method', async (template, ...taken) => {
  const path = fill(template);
  expect(await statusOf('OPTIONS', path)).toBe(200);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'].filter((each) => !taken.includes(each))) {
    // Nobody has the permission for what a project itself does not take.
    expect([method, await statusOf(method, path)]).toEqual([method, path === 'projects/own/' ? 403 : 405]);
  }
});

type Parameter = { readonly name: string; readonly in: string; readonly schema: JsonObject };

function resolved(parameter: Parameter | { readonly $ref: string }): Parameter {
  if (!('$ref' in parameter)) return parameter;
  const { parameters } = document.components as { parameters: Readonly<Record<string, Parameter>> };
  const found = parameters[parameter.$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`The document has no ${parameter.$ref}.`);
  return found;
}

function sampleOf({ type, enum: values, default: preset, pattern }: JsonObject): string {
  if (Array.isArray(values)) return String(values[0]);
  if (type === 'integer') return String(preset ?? 1);
  return type === 'boolean' ? 'true' : pattern === undefined ? 'a' : 'read,unread';
}

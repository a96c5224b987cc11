import { beforeAll, describe, expect, test } from 'vitest';
import { openapiDocument } from '../../../src-server/api/openapi/openapi.ts';
import { resources } from '../../../src-server/api/resources.ts';
import { sortedJson } from '../../../src-server/model/base/text/sorted-json.ts';
import { type ApiServer, startApi } from '../../support/api/api-server.ts';
import { formatProblems } from '../../support/api/json-text.ts';
import { type Contract, createContract, type Exchange } from '../../support/api/openapi-client.ts';
import { runScenario, type Scenario, scenarios } from '../../support/api/scenarios.ts';
import type { JsonObject } from '../../support/api/schema-checker.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';

const document = JSON.parse(JSON.stringify(openapiDocument(resources, { version: '1' }))) as JsonObject;
const BUILD_PATH = '/api/v3/projects/pip/builds/7/';
const BUILD = {
  _links: { _self: '/a/', project: '/b/', version: '/c/' },
  commit: null,
  created: '2019-04-29T10:00:00Z',
  duration: 60,
  error: null,
  finished: '2019-04-29T10:01:00Z',
  id: 7,
  project: 'pip',
  state: { code: 'finished', name: 'Finished' },
  success: true,
  version: 'latest',
};
const ALLOW = { allow: 'GET, HEAD, OPTIONS' };
const JSON_TYPE = { 'content-type': 'application/json' };

let contract: Contract;
beforeAll(() => {
  contract = createContract(document);
});

type Changes = Partial<Omit<Exchange, 'answer'>> & Partial<Exchange['answer']> & { readonly body?: unknown };

/** What the contract says of a good answer with these changes. */
function expectedAnswer({
  body = BUILD,
  method = 'GET',
  path = BUILD_PATH,
  sent = {},
  isRaw,
  ...answer
}: Changes): string {
  const good = { status: 200, headers: { ...ALLOW, ...JSON_TYPE }, text: sortedJson(body) };
  return contract({ method, path, sent, isRaw, answer: { ...good, ...answer } }).join('\n');
}

const { id: _, ...withoutId } = BUILD;
const detail = (text: string) => sortedJson({ detail: text });
const GONE = { status: 404, text: detail('Not found.') };
const DELETED: Changes = {
  method: 'DELETE',
  path: '/api/v3/projects/pip/subprojects/plug/',
  status: 204,
  headers: { allow: 'GET, DELETE, HEAD, OPTIONS' },
  text: '',
};
const NOT_SIGNED_IN: Changes = {
  status: 401,
  headers: { ...ALLOW, ...JSON_TYPE, 'www-authenticate': 'Token' },
  text: detail('Invalid token.'),
};

describe('the contract accepts', () => {
  const good: Record<string, Changes> = {
    'a whole answer': {},
    'a selection that was asked for': { path: `${BUILD_PATH}?fields=commit`, body: { commit: null } },
    'an empty selection': { path: `${BUILD_PATH}?omit=id`, body: {} },
    'a refusal': GONE,
    'no body after a deletion': DELETED,
    'no superproject': {
      path: '/api/v3/projects/pip/superproject/',
      status: 404,
      headers: ALLOW,
      text: '',
    },
    'a HEAD without a body': { method: 'HEAD', text: '' },
    'a page for a client that asks for one': {
      sent: { accept: 'text/html' },
      headers: {
        ...ALLOW,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'",
      },
      text: '<!doctype html>',
    },
  };
  test.each(Object.entries(good))('%s', (_, changes) => {
    expect(expectedAnswer(changes)).toBe('');
  });
});

describe('the contract finds', () => {
  const bad: Record<string, [Changes, string]> = {
    'a missing member': [{ body: withoutId }, "must have required property 'id'"],
    'a missing member in a list': [
      {
        path: '/api/v3/projects/pip/builds/',
        body: { count: 1, next: null, previous: null, results: [withoutId] },
      },
      "body/results/0 must have required property 'id'",
    ],
    'a selection where another parameter is called fields': [
      { path: `${BUILD_PATH}?myfields=commit`, body: { commit: null } },
      'must have required property',
    ],
    'a selection after fields was given twice and is empty': [
      { path: `${BUILD_PATH}?fields=commit&fields=`, body: { commit: null } },
      'must have required property',
    ],
    'a member too many': [{ body: { ...BUILD, value: 'secret' } }, 'must NOT have additional properties'],
    'a member too many in a selection': [
      { path: `${BUILD_PATH}?fields=value`, body: { value: 'secret' } },
      'must NOT have additional properties',
    ],
    'a wrong type deep inside': [
      { body: { ...BUILD, state: { code: 'finished', name: 1 } } },
      'body/state/name',
    ],
    'an unknown choice': [{ body: { ...BUILD, state: { code: 'done', name: 'Done' } } }, 'body/state/code'],
    'a date without its offset': [{ body: { ...BUILD, created: '2019-04-29T10:00:00' } }, 'body/created'],
    'a list without its envelope': [
      { path: '/api/v3/projects/pip/builds/', body: [BUILD] },
      'must be object',
    ],
    'keys out of order': [
      { text: JSON.stringify({ ...BUILD, state: { name: 'Finished', code: 'finished' } }) },
      'the key "code" stands after "name"',
    ],
    'white space': [{ text: JSON.stringify(BUILD, null, 1) }, 'white space'],
    'a text that is no JSON': [{ text: '{' }, 'is no JSON'],
    'an empty body': [{ text: '' }, 'is no JSON'],
    'a status of its own': [{ status: 402 }, 'status 402 is not among those of GET'],
    'another content type': [
      { headers: { ...ALLOW, 'content-type': 'text/plain' } },
      'Content-Type text/plain',
    ],
    'a charset': [
      { headers: { ...ALLOW, 'content-type': 'application/json; charset=utf-8' } },
      'instead of application/json',
    ],
    'no content type': [{ headers: ALLOW }, 'no Content-Type'],
    'no Allow': [{ headers: JSON_TYPE }, 'Allow is ""'],
    'a wrong Allow': [{ headers: { ...JSON_TYPE, allow: 'GET' } }, 'instead of "GET, HEAD, OPTIONS"'],
    'a body after a deletion': [{ ...DELETED, text: '{}' }, 'a body where there is none'],
    'a content type without a body': [
      { ...DELETED, headers: { ...DELETED.headers, ...JSON_TYPE } },
      'without a body',
    ],
    'a body to HEAD': [{ method: 'HEAD' }, 'HEAD was answered with a body'],
    'a refusal of another shape': [
      { status: 404, text: '{"error":"Not found."}' },
      'must have required property',
    ],
    'an empty refusal': [{ status: 404, text: '' }, 'is no JSON'],
    'a 401 without its challenge': [
      { ...NOT_SIGNED_IN, headers: { ...ALLOW, ...JSON_TYPE } },
      'no WWW-Authenticate header',
    ],
    'a 401 with another challenge': [
      { ...NOT_SIGNED_IN, headers: { ...NOT_SIGNED_IN.headers, 'www-authenticate': 'Basic' } },
      'header WWW-Authenticate must be equal to constant',
    ],
    'a 429 without the seconds to wait': [{ status: 429, text: detail('Slow.') }, 'no Retry-After header'],
    'a stack': [{ status: 500, text: detail('Error: x\n    at run (evalmachine)') }, 'tells of our insides'],
    'a file and line': [{ status: 500, text: detail('a.ts:1:2') }, 'tells of our insides'],
    'where this program lies': [{ status: 500, text: detail(process.cwd()) }, 'tells of our insides'],
    'a path of this machine': [{ status: 500, text: '{"detail":"/var/lib/x"}' }, 'tells of our insides'],
    SQL: [{ status: 500, text: detail('SELECT id FROM projects') }, 'tells of our insides'],
    'a path that is not described': [{ path: '/api/v3/nothing/' }, 'a path that the document does not have'],
    'a method that is not described': [{ method: 'DELETE' }, 'status 200 for DELETE'],
    'a read without its final slash': [{ path: BUILD_PATH.slice(0, -1) }, 'instead of 301'],
    'a redirect that leads nowhere': [
      { path: BUILD_PATH.slice(0, -1), status: 301, headers: {}, text: '' },
      'no Location header',
    ],
    'a page that nobody asked for': [
      { headers: { ...ALLOW, 'content-type': 'text/html; charset=utf-8' }, text: '<!doctype html>' },
      'nobody asked for',
    ],
    'a page in v2': [
      {
        path: '/api/v2/build/7/',
        sent: { accept: 'text/html' },
        headers: { ...ALLOW, 'content-type': 'text/html; charset=utf-8' },
      },
      'Content-Type text/html; charset=utf-8 instead of application/json',
    ],
    'a 421 to our own name': [{ status: 421, text: detail('x') }, 'status 421 is not among those'],
    'a 403 that no page caused': [{ status: 403, text: detail('x') }, 'status 403 is not among those'],
  };
  test.each(Object.entries(bad))('%s', (_, [changes, words]) => {
    expect(expectedAnswer(changes)).toContain(words);
  });
});

describe('misspellings', () => {
  test('compares keys by bytes, at every depth, numbers among them', () => {
    expect(formatProblems('{"10":1,"9":[{"a":{},"b":2}],"_":3,"a":"b","é":4,"😀":5}')).toEqual([]);
    expect(formatProblems('[{"9":1,"10":2}]')).toEqual(['the key "10" stands after "9"']);
    expect(formatProblems('{"a":{"z":1},"b":{"d":1,"c":2}}')).toEqual(['the key "c" stands after "d"']);
    expect(formatProblems('{"a":"b","b" :"a"}')).toHaveLength(1);
  });

  test('does not mistake values for keys', () => {
    expect(formatProblems('{"a":"z: {","b":["y","x"]}')).toEqual([]);
  });
});

describe('the test client', () => {
  test('fails a request whose answer differs from the document, and says why', async () => {
    const api = await startApi({ seed: SAMPLE_SEED });
    try {
      const { projects, change } = api.lectern.store;
      const entry = projects.bySlug('pip');
      if (!entry) throw new Error('The seed has no pip.');
      // A language that the document does not know, as no door would let it in.
      change(() => projects.update({ ...entry.project, language: 'tlh' }));
      await expect(api.request('GET', '/api/v3/projects/pip/', { user: 'alice' })).rejects.toThrow(
        /^GET .* was answered 200, against the OpenAPI document:\n {2}- body\/language\/code must be equal to one of/,
      );
    } finally {
      await api.close();
    }
  });

  test('gives the same tokens in every run, and none without a user', async () => {
    const api = await startApi({ users: ['zoe'] });
    try {
      expect(api.tokens).toEqual({ zoe: expect.stringMatching(/^[0-9a-f]{40}$/) });
      await expect(api.request('GET', '/', { user: 'adam' })).rejects.toThrow('There is no token of "adam".');
    } finally {
      await api.close();
    }
  });

  const scenario = {
    as: 'nobody',
    method: 'POST',
    path: '/x',
    expect: { status: 400, body: { a: expect.any(Number) } },
  };

  test('accepts an answer that a row of a table expects', async () => {
    await expect(runScenario(stub({ changes: false }), scenario)).resolves.toMatchObject({ status: 400 });
  });

  test.each([
    ['a refusal that changed something', {}, true, 'POST with status 400 changed the database'],
    ['another status', { expect: { status: 401 } }, false, '401'],
    ['another body', { expect: { status: 400, body: { a: 2 } } }, false, 'deeply equal'],
    ['a body with more than was named', { expect: { status: 400, body: {} } }, false, 'deeply equal'],
    ['a member that is not there', { expect: { status: 400, partial: { b: 1 } } }, false, 'match object'],
    ['another header', { expect: { status: 400, headers: { allow: 'GET' } } }, false, 'header allow'],
    [
      'a header that should be absent',
      { expect: { status: 400, headers: { etag: undefined } } },
      false,
      'header etag',
    ],
  ])('refuses %s', async (_, changes, changed, words) => {
    await expect(runScenario(stub({ changes: changed }), { ...scenario, ...changes })).rejects.toThrow(words);
  });
});

const redirect = { type: 'exact', from_url: '/a', to_url: '/b' };
const REDIRECTS = '/api/v3/projects/pip/redirects/';
const add: Scenario = {
  as: 'alice',
  method: 'POST',
  path: REDIRECTS,
  body: redirect,
  expect: { status: 201 },
};
const listing = (count: number): Scenario => ({
  name: `${count} listed`,
  as: 'alice',
  method: 'GET',
  path: REDIRECTS,
  expect: { status: 200, partial: { count }, headers: { vary: /Accept/, 'set-cookie': undefined } },
});

scenarios(
  'a table on one server',
  [
    { ...add, as: 'nobody', expect: { status: 401, text: /credentials were not provided/ } },
    { ...add, as: 'stranger', expect: { status: 403 } },
    add,
    listing(2),
    { ...listing(1), fresh: true },
    { ...add, body: {}, expect: { status: 400, body: { type: ['This field is required.'] } } },
  ],
  { seed: SAMPLE_SEED },
);

scenarios('a table with a server for each row', [add, listing(1)], { seed: SAMPLE_SEED, fresh: true });

/** A server that answers 400 to everything. */
function stub({ changes }: { readonly changes: boolean }): ApiServer {
  let count = 0;
  const missing = (): never => {
    throw new Error('The stub has none.');
  };
  return {
    url: '',
    port: 0,
    tokens: {},
    log: [],
    get lectern() {
      return missing();
    },
    request: async () => ({ status: 400, headers: { etag: 'x' }, text: '{"a":1}', json: { a: 1 } }),
    digest: () => String(changes ? count++ : count),
    close: async () => {},
  };
}

import { expect } from 'vitest';
import { type Scenario, scenarios } from '../../support/api/scenarios.ts';
import { readRows, V2_SEED } from './v2-fixture.ts';

const BUILD = '/api/v2/build/';
const TEXT = { 'content-type': 'text/plain; charset=utf-8', vary: 'Accept' };
const JSON_TYPE = { 'content-type': 'application/json', vary: 'Accept' };
const plain = { accept: 'text/plain' };

/** The log of build 1000, whose commands begin in another order than they are stored. */
const LOG = `Read the Docs build information
Build id: 1000
Project: pip
Version: latest
Commit: a1
Date: 2018-06-19T15:15:59.135894
State: finished
Success: True

[rtd-command-info] start-time: 2018-06-19T15:16:00.500000, end-time: 2018-06-19T15:16:01.400000, duration: 0, exit-code: 0
git clone
Cloning


[rtd-command-info] start-time: 2018-06-19T15:16:10, end-time: 2018-06-19T15:16:13.900000, duration: 3, exit-code: 1
sphinx-build

`;
const log = { status: 200, text: LOG, headers: TEXT };
const missing = { status: 404, text: 'Not found.', headers: TEXT };
const asJson = { status: 200, partial: { id: 1000 }, headers: JSON_TYPE };

scenarios(
  'the log of a build as text (behaviour.md 17)',
  readRows([
    { path: `${BUILD}1000.txt`, expect: log },
    { path: `${BUILD}1000/?format=txt`, expect: log },
    { path: `${BUILD}1000/`, headers: plain, expect: log },
    { name: 'text/*', path: `${BUILD}1000/`, headers: { accept: 'text/*' }, expect: log },
    {
      name: 'text rather than anything',
      path: `${BUILD}1000/`,
      headers: { accept: 'text/plain, */*' },
      expect: log,
    },
    {
      name: 'a format in the path comes first',
      path: `${BUILD}1000.txt?format=json`,
      headers: { accept: 'application/json' },
      expect: log,
    },
    {
      name: 'a failed build',
      path: `${BUILD}1001.txt`,
      expect: {
        status: 200,
        text: /^State: finished\nSuccess: False\nError: Build exited due to time out$/m,
      },
    },
    {
      name: 'a running build',
      path: `${BUILD}1002.txt`,
      expect: {
        status: 200,
        text: /^Version: 1\.0\nCommit: None\nDate: .*\nState: building\nSuccess: Unknown\n\n$/m,
      },
    },
    { path: `${BUILD}1000/`, expect: asJson },
    { path: `${BUILD}1000.json`, expect: asJson },
    { path: `${BUILD}1000/?format=json`, headers: plain, expect: asJson },
    { name: 'a browser', path: `${BUILD}1000/`, headers: { accept: 'text/html,*/*;q=0.8' }, expect: asJson },
    {
      name: 'rather JSON',
      path: `${BUILD}1000/`,
      headers: { accept: 'text/plain;q=0.5, */*' },
      expect: asJson,
    },
    { name: 'an unknown build', path: `${BUILD}404.txt`, expect: missing },
    { name: 'an unknown build', path: `${BUILD}404/?format=txt`, expect: missing },
    { name: 'an unknown build', path: `${BUILD}404/`, headers: plain, expect: missing },
    { name: 'a private build', path: `${BUILD}1004.txt`, expect: missing },
    { name: 'no id', path: `${BUILD}x.txt`, expect: missing },
    {
      name: 'a list has no text',
      path: '/api/v2/build.txt',
      expect: { status: 404, body: expect.anything() },
    },
    {
      name: 'a project has no text',
      path: '/api/v2/project/10.txt',
      expect: { status: 404, body: { detail: 'Not found.' } },
    },
    { name: 'no page', path: `${BUILD}1000.api`, expect: { status: 404, body: { detail: 'Not found.' } } },
    {
      name: 'HEAD',
      method: 'HEAD',
      path: `${BUILD}1000.txt`,
      expect: { status: 200, text: '', headers: { ...TEXT, 'content-length': String(LOG.length) } },
    },
    {
      name: 'OPTIONS',
      method: 'OPTIONS',
      path: `${BUILD}1000/`,
      as: 'alice',
      headers: plain,
      expect: { status: 200, text: /"renders":\["application\/json","text\/plain"\]/ },
    },
    {
      name: 'no write',
      method: 'POST',
      path: `${BUILD}1000.txt`,
      expect: { status: 403, text: 'Authentication credentials were not provided.' },
    },
  ] satisfies Parameters<typeof readRows>[0]),
  { seed: V2_SEED },
);

const link = (path: string) => expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:\\d+${path}$`));
const root: Scenario['expect'] = {
  status: 200,
  body: { build: link(BUILD), project: link('/api/v2/project/'), version: link('/api/v2/version/') },
  headers: { allow: 'GET, HEAD, OPTIONS' },
};

scenarios(
  'the root of v2',
  readRows([
    { path: '/api/v2/', expect: root },
    { path: '/api/v2/', token: 'wrong', name: 'a wrong token', expect: root },
    { path: '/api/v2', expect: { status: 301, text: '', headers: { location: '/api/v2/' } } },
    {
      path: '/api/v2/',
      method: 'POST',
      expect: { status: 403, body: { detail: 'Authentication credentials were not provided.' } },
    },
  ]),
  { seed: V2_SEED },
);

const finds = (ids: readonly number[]): Scenario['expect'] => ({
  status: 200,
  partial: { count: ids.length, results: ids.map((id) => ({ id })) },
});

scenarios(
  'filters by text ignore spaces around it (behaviour.md 6)',
  readRows([
    { path: '/api/v2/project/?slug=%20pip%09', expect: finds([10]) },
    { path: `${BUILD}?project__slug=%20pip&commit=%20b2%20`, expect: finds([1001]) },
    { path: '/api/v2/version/?project__slug=+pip-es+', expect: finds([141]) },
    {
      name: 'spaces alone are no filter',
      path: '/api/v2/project/?slug=%20',
      expect: { status: 200, body: expect.objectContaining({ count: expect.any(Number) }) },
      after: (_api, { json }) => expect((json as { count: number }).count).toBeGreaterThan(1),
    },
    { as: 'alice', path: '/api/v3/projects/pip/builds/?commit=%20b2%20', expect: finds([1001]) },
    { as: 'alice', path: '/api/v3/projects/pip/versions/?verbose_name=%091.0%20', expect: finds([101]) },
    {
      as: 'alice',
      name: 'choices keep theirs',
      path: '/api/v3/projects/?language=%20en',
      expect: {
        status: 400,
        body: { language: ['Select a valid choice.  en is not one of the available choices.'] },
      },
    },
  ]),
  { seed: V2_SEED },
);

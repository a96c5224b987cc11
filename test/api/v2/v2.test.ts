import { expect } from 'vitest';
import { member } from '../../support/api/api-server.ts';
import { scenarios } from '../../support/api/scenarios.ts';
import { ids, LONG_LOGS_SEED, LONG_OUTPUT, NOT_FOUND, readRows, V2_SEED } from './v2-fixture.ts';

const docs = (host: string, path: string, scheme = 'http:') =>
  expect.stringMatching(new RegExp(`^${scheme}//${host}\\.localhost:\\d+${path}$`));

const PIP = {
  canonical_url: docs('pip', '/en/latest/'),
  default_branch: null,
  default_version: 'stable',
  description: 'Installs *packages*.',
  documentation_type: 'sphinx',
  id: 10,
  language: 'en',
  name: 'Pip',
  programming_language: 'py',
  repo: 'https://github.com/example/pip.git',
  repo_type: 'git',
  slug: 'pip',
  users: [2, 1],
};

const PLUGIN = {
  canonical_url: docs('pip', '/projects/plug/en/v9/'),
  default_branch: 'tip',
  default_version: 'v9',
  description: '',
  documentation_type: 'sphinx',
  id: 12,
  language: 'en',
  name: 'Plugin',
  programming_language: '',
  repo: 'https://hg.example/plugin',
  repo_type: 'hg',
  slug: 'plugin',
  users: [2],
};

const LATEST = {
  active: true,
  built: true,
  documentation_type: 'sphinx',
  downloads: {
    htmlzip: docs('pip', '/_/downloads/en/latest/htmlzip/', ''),
    pdf: docs('pip', '/_/downloads/en/latest/pdf/', ''),
  },
  has_epub: false,
  has_htmlzip: true,
  has_pdf: true,
  id: 100,
  identifier: 'master',
  privacy_level: 'public',
  project: PIP,
  slug: 'latest',
  type: 'branch',
  verbose_name: 'latest',
};

scenarios(
  'v2 projects',
  readRows([
    { path: '/api/v2/project/', expect: { ...ids(10, 11, 12), headers: { vary: undefined } } },
    { path: '/api/v2/project/?slug=plugin', expect: ids(12) },
    { path: '/api/v2/project/?slug=plug', expect: ids() },
    { path: '/api/v2/project/?slug=hidden', expect: ids() },
    { path: '/api/v2/project/?slug=', expect: ids(10, 11, 12) },
    { path: '/api/v2/project/?slug=plugin&slug=pip', expect: ids(10) },
    {
      path: '/api/v2/project/?fields=id&nonsense=1',
      expect: { status: 200, partial: { results: [PIP, {}, {}] } },
    },
    { path: '/api/v2/project/10/', expect: { status: 200, body: PIP } },
    { path: '/api/v2/project/12/', expect: { status: 200, body: PLUGIN } },
    {
      path: '/api/v2/project/11/',
      expect: {
        status: 200,
        partial: { canonical_url: docs('pip', '/es/latest/'), language: 'es', users: [1] },
      },
    },
    { name: 'private', path: '/api/v2/project/13/', expect: NOT_FOUND },
    { name: 'private, to its maintainer', as: 'alice', path: '/api/v2/project/13/', expect: NOT_FOUND },
    { name: 'unknown', path: '/api/v2/project/999/', expect: NOT_FOUND },
    { name: 'by slug', path: '/api/v2/project/pip/', expect: NOT_FOUND },
    { name: 'too large an id', path: '/api/v2/project/99999999999999999999/', expect: NOT_FOUND },
    { name: 'a negative id', path: '/api/v2/project/-1/', expect: NOT_FOUND },
    {
      path: '/api/v2/project/10/active_versions/',
      expect: { status: 200, body: { versions: [LATEST] } },
    },
    {
      name: 'built or not',
      path: '/api/v2/project/12/active_versions/',
      expect: {
        status: 200,
        partial: { versions: [{ slug: 'v9' }, { slug: 'v10', built: false, downloads: {} }] },
      },
    },
    { path: '/api/v2/project/13/active_versions/', expect: NOT_FOUND },
    { path: '/api/v2/project/999/active_versions/', expect: NOT_FOUND },
    {
      path: '/api/v2/project/10/translations/',
      expect: { status: 200, partial: { translations: [{ id: 11 }] } },
    },
    { path: '/api/v2/project/11/translations/', expect: { status: 200, body: { translations: [] } } },
    { path: '/api/v2/project/13/translations/', expect: NOT_FOUND },
    { path: '/api/v2/project/10/subprojects/', expect: { status: 200, body: { subprojects: [PLUGIN] } } },
    { path: '/api/v2/project/14/subprojects/', expect: NOT_FOUND },
    { path: '/api/v2/project/10/canonical_url/', expect: { status: 200, body: { url: PIP.canonical_url } } },
    { path: '/api/v2/project/13/canonical_url/', expect: NOT_FOUND },
  ]),
  { seed: V2_SEED },
);

scenarios(
  'v2 versions',
  readRows([
    {
      path: '/api/v2/version/',
      expect: {
        status: 200,
        partial: {
          count: 6,
          results: ['v9', 'v10', 'latest', 'latest', '12', '1.0'].map((slug) => ({ slug })),
        },
      },
    },
    { path: '/api/v2/version/?project__slug=pip', expect: ids(100, 102, 101) },
    { path: '/api/v2/version/?project__slug=pip&active=true', expect: ids(100, 102) },
    { path: '/api/v2/version/?project__slug=pip&active=0', expect: ids(101) },
    { path: '/api/v2/version/?project__slug=pip&active=maybe', expect: ids(100, 102, 101) },
    { path: '/api/v2/version/?project__slug=hidden', expect: ids() },
    { path: '/api/v2/version/?project__slug=nope', expect: ids() },
    { path: '/api/v2/version/100/', expect: { status: 200, body: LATEST } },
    {
      name: 'of a subproject',
      path: '/api/v2/version/120/',
      expect: {
        status: 200,
        partial: {
          downloads: { epub: docs('pip', '/_/downloads/plug/en/v9/epub/', '') },
          has_epub: true,
          has_pdf: false,
          type: 'tag',
        },
      },
    },
    {
      name: 'of a pull request',
      path: '/api/v2/version/102/',
      expect: { status: 200, partial: { type: 'external' } },
    },
    { name: 'private', path: '/api/v2/version/103/', expect: NOT_FOUND },
    { name: 'private, to its maintainer', as: 'alice', path: '/api/v2/version/103/', expect: NOT_FOUND },
    { name: 'protected', path: '/api/v2/version/104/', expect: NOT_FOUND },
    { name: 'of a private project', path: '/api/v2/version/140/', expect: NOT_FOUND },
    { name: 'unknown', path: '/api/v2/version/999/', expect: NOT_FOUND },
    { name: 'by slug', path: '/api/v2/version/latest/', expect: NOT_FOUND },
  ]),
  { seed: V2_SEED },
);

const BUILD = {
  commands: [
    {
      build: 1000,
      command: 'git clone',
      description: '',
      end_time: '2018-06-19T15:16:01.400000',
      exit_code: 0,
      id: 2,
      output: 'Cloning\n',
      run_time: 0,
      start_time: '2018-06-19T15:16:00.500000',
    },
    {
      build: 1000,
      command: 'sphinx-build',
      description: 'Second',
      end_time: '2018-06-19T15:16:13.900000',
      exit_code: 1,
      id: 1,
      output: '',
      run_time: 3,
      start_time: '2018-06-19T15:16:10',
    },
  ],
  commit: 'a1',
  date: '2018-06-19T15:15:59.135894',
  docs_url: docs('pip', '/en/latest/'),
  error: '',
  id: 1000,
  length: 42,
  project: 10,
  project_slug: 'pip',
  state: 'finished',
  success: true,
  type: 'html',
  version: 100,
  version_slug: 'latest',
};

scenarios(
  'v2 builds',
  readRows([
    { name: 'newest first', path: '/api/v2/build/', expect: ids(1003, 1002, 1201, 1200, 1001, 1000) },
    { path: '/api/v2/build/?project__slug=pip', expect: ids(1003, 1002, 1001, 1000) },
    { path: '/api/v2/build/?commit=a1', expect: ids(1003, 1000) },
    { path: '/api/v2/build/?commit=a', expect: ids() },
    { path: '/api/v2/build/?commit=', expect: ids(1003, 1002, 1201, 1200, 1001, 1000) },
    { path: '/api/v2/build/?commit=b2&project__slug=plugin', expect: ids(1201, 1200) },
    { path: '/api/v2/build/?project__slug=hidden-plugin', expect: ids() },
    { path: '/api/v2/build/?project__slug=nope', expect: ids() },
    { path: '/api/v2/build/1000/', expect: { status: 200, body: BUILD } },
    {
      name: 'as in the list',
      path: '/api/v2/build/?commit=a1',
      expect: { status: 200, partial: { results: [{}, BUILD] } },
    },
    {
      name: 'failed',
      path: '/api/v2/build/1001/',
      expect: {
        status: 200,
        partial: { success: false, error: 'Build exited due to time out', length: 0, commands: [] },
      },
    },
    {
      name: 'running, of a version without pages',
      path: '/api/v2/build/1002/',
      expect: {
        status: 200,
        partial: {
          commit: null,
          docs_url: '/dashboard/pip/version/1.0/',
          error: '',
          length: null,
          state: 'building',
          success: true,
        },
      },
    },
    {
      name: 'of a pull request',
      path: '/api/v2/build/1003/',
      expect: { status: 200, partial: { docs_url: docs('pip--12', '/en/12/') } },
    },
    {
      name: 'of a subproject',
      path: '/api/v2/build/1200/',
      expect: { status: 200, partial: { docs_url: docs('pip', '/projects/plug/en/v9/') } },
    },
    { name: 'of a private version', path: '/api/v2/build/1004/', expect: NOT_FOUND },
    { name: 'of a private project', path: '/api/v2/build/1400/', expect: NOT_FOUND },
    { name: 'unknown', path: '/api/v2/build/9999/', expect: NOT_FOUND },
    { name: 'no id', path: '/api/v2/build/a1/', expect: NOT_FOUND },
  ]),
  { seed: V2_SEED },
);

scenarios(
  'v2 output of a build that says too much',
  readRows([
    {
      path: '/api/v2/build/1/',
      expect: { status: 200 },
      after(_api, { json }) {
        const output = String(member(json, 'commands', 0, 'output'));
        expect(output.slice(0, 9)).toBe('[Too long');
        expect(output.endsWith(LONG_OUTPUT.slice(-2_000_000))).toBe(true);
        expect(output.length).toBeLessThan(2_000_100);
      },
    },
  ]),
  { seed: LONG_LOGS_SEED },
);

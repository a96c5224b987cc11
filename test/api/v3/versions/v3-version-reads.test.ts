import { scenarios } from '../../../support/api/scenarios.ts';
import { docs, expectList, FORBIDDEN, NOT_FOUND, readRows, UNAUTHENTICATED, V3_SEED } from '../v3-fixture.ts';

const P = '/api/v3/projects/';
const LIST = `${P}pip/versions/`;
const COMMIT = 'c'.repeat(40);
const own = ['waiting', 'stable', 'latest', 'internal', 'handmade', 'dev-3.0', '2.0', '1'];

const version = (slug: string, fields: object) => ({
  _links: { _self: `${LIST}${slug}/`, builds: `${LIST}${slug}/builds/`, project: `${P}pip/` },
  active: true,
  built: true,
  downloads: {},
  ref: null,
  slug,
  urls: { documentation: docs('pip', `/en/${slug}/`), vcs: `https://github.com/pypa/pip/tree/${slug}/` },
  verbose_name: slug,
  ...fields,
});

const LATEST = version('latest', {
  id: 100,
  identifier: 'master',
  type: 'branch',
  downloads: {
    htmlzip: docs('pip', '/_/downloads/en/latest/htmlzip/'),
    pdf: docs('pip', '/_/downloads/en/latest/pdf/'),
  },
  urls: { documentation: docs('pip', '/en/latest/'), vcs: 'https://github.com/pypa/pip/tree/master/' },
});
const STABLE = version('stable', {
  id: 101,
  identifier: COMMIT,
  type: 'tag',
  ref: '2.0',
  downloads: { epub: docs('pip', '/_/downloads/en/stable/epub/') },
  urls: { documentation: docs('pip', '/en/stable/'), vcs: 'https://github.com/pypa/pip/tree/2.0/' },
});
const TWO = version('2.0', { id: 102, identifier: COMMIT, type: 'tag' });
const DEV = version('dev-3.0', {
  id: 104,
  active: false,
  built: false,
  identifier: 'origin/dev/3.0',
  type: 'branch',
  verbose_name: 'dev/3.0',
  urls: { documentation: docs('pip', '/en/dev-3.0/'), vcs: 'https://github.com/pypa/pip/tree/dev/3.0/' },
});
const HANDMADE = version('handmade', { id: 105, identifier: 'x', built: false, type: 'unknown' });

scenarios(
  'v3 version list',
  readRows([
    { as: 'nobody', path: LIST, expect: UNAUTHENTICATED },
    { as: 'stranger', path: LIST, expect: FORBIDDEN },
    { as: 'stranger', path: `${LIST}?privacy_level=x`, expect: FORBIDDEN },
    { path: `${P}theirs/versions/`, expect: FORBIDDEN },
    { path: `${P}vault/versions/`, expect: FORBIDDEN },
    { path: `${P}nope/versions/`, expect: NOT_FOUND },
    {
      name: 'by name, descending as text, without the pull request',
      path: LIST,
      expect: { ...expectList('slug', ...own), headers: { allow: 'GET, HEAD, OPTIONS' } },
    },
    {
      as: 'bob',
      path: LIST,
      expect: { status: 200, partial: { results: [{}, STABLE, LATEST, {}, HANDMADE, DEV, TWO, {}] } },
    },
    {
      path: `${LIST}?active=true`,
      expect: expectList('slug', 'waiting', 'stable', 'latest', 'internal', 'handmade', '2.0', '1'),
    },
    {
      path: `${LIST}?active=TRUE&built=1`,
      expect: expectList('slug', 'stable', 'latest', 'internal', '2.0', '1'),
    },
    { path: `${LIST}?active=false`, expect: expectList('slug', 'dev-3.0') },
    { path: `${LIST}?active=0`, expect: expectList('slug', 'dev-3.0') },
    { path: `${LIST}?built=False`, expect: expectList('slug', 'waiting', 'handmade', 'dev-3.0') },
    { path: `${LIST}?built=false&active=true`, expect: expectList('slug', 'waiting', 'handmade') },
    { path: `${LIST}?uploaded=true`, expect: expectList('slug', 'handmade') },
    { path: `${LIST}?uploaded=0&active=0`, expect: expectList('slug', 'dev-3.0') },
    ...['maybe', 'yes', '2', '', 't', 'on', ' true', '-1'].map((value) => ({
      path: `${LIST}?active=${encodeURIComponent(value)}`,
      expect: expectList('slug', ...own),
    })),
    { path: `${LIST}?active=true&active=false`, expect: expectList('slug', 'dev-3.0') },
    { path: `${LIST}?active=false&active=maybe`, expect: expectList('slug', ...own) },
    { path: `${LIST}?verbose_name=dev/3.0`, expect: expectList('slug', 'dev-3.0') },
    { path: `${LIST}?verbose_name=dev-3.0`, expect: expectList('slug') },
    { path: `${LIST}?verbose_name=2`, expect: expectList('slug') },
    { path: `${LIST}?verbose_name=`, expect: expectList('slug', ...own) },
    { path: `${LIST}?verbose_name=12`, expect: expectList('slug') },
    { path: `${LIST}?privacy_level=private`, expect: expectList('slug', 'internal') },
    { path: `${LIST}?privacy_level=protected`, expect: expectList('slug') },
    { path: `${LIST}?privacy_level=`, expect: expectList('slug', ...own) },
    {
      path: `${LIST}?privacy_level=Private`,
      expect: {
        status: 400,
        body: { privacy_level: ['Select a valid choice. Private is not one of the available choices.'] },
      },
    },
    {
      name: 'unknown filters are ignored',
      path: `${LIST}?slug=stable&type=tag`,
      expect: expectList('slug', ...own),
    },
  ]),
  { seed: V3_SEED },
);

scenarios(
  'v3 version detail',
  readRows([
    { as: 'nobody', path: `${LIST}latest/`, expect: UNAUTHENTICATED },
    { path: `${LIST}latest/`, expect: { status: 200, body: LATEST } },
    { as: 'stranger', path: `${LIST}latest/`, expect: { status: 200, body: LATEST } },
    { path: `${LIST}stable/`, expect: { status: 200, body: STABLE } },
    { path: `${LIST}2.0/`, expect: { status: 200, body: TWO } },
    { as: 'stranger', path: `${LIST}handmade/`, expect: { status: 200, body: HANDMADE } },
    { name: 'inactive', as: 'stranger', path: `${LIST}dev-3.0/`, expect: { status: 200, body: DEV } },
    { name: 'private', path: `${LIST}internal/`, expect: { status: 200, partial: { id: 106 } } },
    { name: 'private', as: 'stranger', path: `${LIST}internal/`, expect: NOT_FOUND },
    { name: 'pull request', path: `${LIST}12/`, expect: NOT_FOUND },
    { name: 'unknown', path: `${LIST}nope/`, expect: NOT_FOUND },
    { name: 'unknown project', path: `${P}nope/versions/latest/`, expect: NOT_FOUND },
    { name: 'case', path: `${LIST}Latest/`, expect: NOT_FOUND },
    { name: 'by id', path: `${LIST}100/`, expect: NOT_FOUND },
    { name: 'of another project', path: `${P}pip-es/versions/stable/`, expect: NOT_FOUND },
    { name: 'private project, of others', path: `${P}vault/versions/latest/`, expect: NOT_FOUND },
    {
      name: 'private project, own',
      path: `${P}hidden/versions/latest/`,
      expect: { status: 200, partial: { id: 150 } },
    },
    {
      name: 'filters do not apply',
      path: `${LIST}latest/?active=false&privacy_level=x`,
      expect: { status: 200, body: LATEST },
    },
  ]),
  { seed: V3_SEED },
);

const addresses = (path: string, documentation: unknown, vcs: string, downloads = {}) => ({
  path: `${P}${path}/?fields=urls,downloads`,
  expect: { status: 200, body: { downloads, urls: { documentation, vcs } } },
});

scenarios(
  'v3 version addresses',
  readRows([
    {
      name: 'a translation',
      ...addresses('pip-es/versions/latest', docs('pip', '/es/latest/'), 'https://example.org/pip-es', {
        pdf: docs('pip', '/_/downloads/es/latest/pdf/'),
      }),
    },
    {
      name: 'a subproject',
      ...addresses(
        'pip-plugin/versions/latest',
        docs('pip', '/projects/plug/en/latest/'),
        'https://gitlab.com/pypa/plugin/tree/default/',
        {
          epub: docs('pip', '/_/downloads/plug/en/latest/epub/'),
          htmlzip: docs('pip', '/_/downloads/plug/en/latest/htmlzip/'),
          pdf: docs('pip', '/_/downloads/plug/en/latest/pdf/'),
        },
      ),
    },
    {
      name: 'the real name of a branch',
      ...addresses(
        'pip-plugin/versions/feature-x',
        docs('pip', '/projects/plug/en/feature-x/'),
        'https://gitlab.com/pypa/plugin/tree/feature/x/',
      ),
    },
    {
      name: 'a subproject with a single version',
      ...addresses('pip-theme/versions/latest', docs('pip', '/projects/pip-theme/'), 'svn@example.org:theme'),
    },
    {
      name: 'a translation of a subproject',
      ...addresses(
        'plugin-es/versions/latest',
        docs('pip', '/projects/plug/es/latest/'),
        'https://example.org/plugin-es',
        {
          epub: docs('pip', '/_/downloads/plug/es/latest/epub/'),
        },
      ),
    },
    {
      name: 'bitbucket, single version, underscore',
      ...addresses(
        'under_score/versions/latest',
        docs('under-score', '/'),
        'https://bitbucket.org/alice/under/src/trunk',
      ),
    },
    {
      name: 'bitbucket, a tag',
      ...addresses(
        'under_score/versions/v1.0',
        docs('under-score', '/'),
        `https://bitbucket.org/alice/under/src/${'a'.repeat(40)}`,
      ),
    },
    {
      name: 'a superproject that cannot be seen still gives the address',
      as: 'stranger',
      ...addresses(
        'open-child/versions/latest',
        docs('hidden', '/projects/open-child/en/latest/'),
        'https://example.org/open-child',
      ),
    },
  ]),
  { seed: V3_SEED },
);

const BUILD = (id: number, fields: object) => ({
  _links: { _self: `${P}pip/builds/${id}/`, project: `${P}pip/`, version: `${LIST}latest/` },
  id,
  project: 'pip',
  version: 'latest',
  ...fields,
});

scenarios(
  'v3 version with its last build',
  readRows([
    {
      name: 'the newest by date, the later one of two, in any state',
      path: `${LIST}latest/?expand=last_build`,
      expect: {
        status: 200,
        body: {
          ...LATEST,
          last_build: BUILD(1002, {
            commit: 'cc',
            created: '2019-03-01T00:00:00.250000Z',
            duration: 3,
            error: null,
            finished: null,
            state: { code: 'building', name: 'Building' },
            success: null,
          }),
        },
      },
    },
    {
      name: 'none',
      path: `${LIST}stable/?expand=last_build`,
      expect: { status: 200, body: { ...STABLE, last_build: null } },
    },
    {
      name: 'of a list',
      path: `${LIST}?expand=last_build&fields=last_build.id,slug&active=true&built=true`,
      expect: {
        status: 200,
        partial: {
          results: [
            { last_build: null, slug: 'stable' },
            { last_build: { id: 1002 }, slug: 'latest' },
            { last_build: { id: 1004 }, slug: 'internal' },
            { last_build: { id: 1003 }, slug: '2.0' },
            { last_build: null, slug: '1' },
          ],
        },
      },
    },
  ]),
  { seed: V3_SEED },
);

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTimestamp } from '../../../../src-server/model/base/timestamp.ts';
import { type ReadObject, readOne } from '../../../../src-server/model/sync/answers/read-object.ts';
import { readBuild, readNotification } from '../../../../src-server/model/sync/answers/remote-builds.ts';
import { readProject } from '../../../../src-server/model/sync/answers/remote-project.ts';
import {
  readRedirect,
  readSubproject,
  readVariable,
  readVersion,
} from '../../../../src-server/model/sync/answers/remote-rows.ts';
import { type ListedPages, readListing } from '../../../../src-server/model/sync/listing.ts';
import { propertyRuns } from '../../../support/property-runs.ts';

const NOW = parseTimestamp('2026-11-23T00:00:00Z') ?? 0;
const CONTEXT = { service: 'community', now: NOW } as const;
const HOST = 'https://app.readthedocs.org/api/v3/projects/kettle/';

/** The examples of live-service.md 3. */
const PROJECT = {
  _links: { _self: HOST, builds: `${HOST}builds/` },
  ...{ created: '2024-03-01T08:15:30.120000Z', default_branch: 'main', default_version: 'stable' },
  ...{ external_builds_privacy_level: 'public', homepage: 'https://kettle.example/', id: 70112 },
  ...{
    language: { code: 'pt-br', name: 'Brazilian Portuguese' },
    modified: '2026-07-02T11:00:00Z',
    name: 'Kettle',
  },
  ...{
    privacy_level: 'public',
    programming_language: { code: 'py', name: 'Python' },
    readthedocs_yaml_path: null,
  },
  ...{
    repository: { type: 'git', url: 'https://github.com/acme/kettle.git' },
    single_version: false,
    slug: 'kettle',
  },
  ...{
    subproject_of: null,
    tags: ['water', 'steam'],
    translation_of: { slug: 'kettle-en', _links: { _self: HOST } },
  },
  urls: { documentation: 'https://kettle.readthedocs.io/pt-br/stable/', downloads: null },
  ...{ users: [{ username: 'ana' }], versioning_scheme: 'multiple_versions_with_translations' },
};
const VERSION = {
  ...{
    _links: { _self: HOST },
    active: true,
    aliases: [],
    built: true,
    downloads: {},
    hidden: false,
    id: 881230,
  },
  ...{
    identifier: '9c1185a5c5e9fc54612808977ee8f548b2258d31',
    privacy_level: 'public',
    ref: null,
    slug: '2.0',
  },
  ...{ type: 'tag', urls: { vcs: 'https://github.com/acme/kettle/tree/2.0/' }, verbose_name: '2.0' },
};
const BUILD = {
  ...{
    _links: { _self: HOST },
    commit: '9c1185a5',
    created: '2026-07-02T10:59:01.004511Z',
    duration: 48,
    error: '',
  },
  ...{
    finished: '2026-07-02T10:59:49.004511Z',
    id: 31000777,
    project: 'kettle',
    success: false,
    version: '2.0',
  },
  ...{ state: { code: 'finished', name: 'Finished' }, urls: { build: HOST } },
};
const SUBPROJECT = { _links: { _self: HOST }, alias: 'lid', child: { id: 70113, slug: 'kettle-lid' } };
const VARIABLE = {
  ...{ _links: { _self: HOST }, created: '2026-01-09T07:00:00Z', modified: '2026-01-09T07:00:00Z' },
  ...{ name: 'SEARCH_KEY', pk: 901, project: 'kettle', public: false },
};
const REDIRECT = {
  ...{ _links: { _self: HOST }, created: '2026-01-09T07:00:00Z', description: 'guide moved', enabled: true },
  ...{
    force: false,
    from_url: '/guide/*',
    http_status: 302,
    modified: '2026-01-09T07:00:00Z',
    pk: 5120,
    position: 0,
  },
  ...{ project: 'kettle', to_url: '/manual/:splat', type: 'page' },
};
const NOTIFICATION = {
  ...{
    _links: { _self: HOST },
    attached_to_content_type: 'build',
    attached_to_id: 31000777,
    dismissable: false,
    id: 44,
  },
  message: {
    ...{ body: '<p>Check <a href="x">the log</a>.</p>', header: 'Build &lt;failed&gt;', icon_classes: 'fas' },
    ...{ id: 'build:user:generic', type: 'error' },
  },
  ...{ news: false, state: 'unread' },
};

const read = <T>(reader: ReadObject<T>, input: unknown, context: Parameters<typeof readOne>[3] = CONTEXT) =>
  readOne(reader, input, 'answer', context);
const paths = (result: { readonly findings: readonly { readonly path: string }[] }) =>
  result.findings.map(({ path }) => path);

describe('the recorded shapes', () => {
  test('a project', () => {
    const { value, findings } = read(readProject, PROJECT);
    expect(findings).toEqual([]);
    expect(value).toMatchObject({
      ...{
        kind: 'project',
        key: 70112,
        address: 'kettle',
        name: 'Kettle',
        parent: null,
        translationOf: 'kettle-en',
      },
      fields: {
        ...{
          name: 'Kettle',
          'repository.url': 'https://github.com/acme/kettle.git',
          homepage: 'https://kettle.example/',
        },
        ...{
          language: 'pt-br',
          programming_language: 'py',
          tags: ['steam', 'water'],
          default_version: 'stable',
        },
        ...{ default_branch: 'main', readthedocs_yaml_path: null, privacy_level: 'public' },
        ...{
          external_builds_privacy_level: 'public',
          versioning_scheme: 'multiple_versions_with_translations',
        },
      },
      shown: {
        created: '2024-03-01T08:15:30.120000Z',
        users: [{ username: 'ana' }],
        urls: { downloads: null },
      },
    });
    expect(JSON.stringify(value)).not.toContain('_links');
  });

  test('a version, a build, a subproject, a variable, a redirect, a notification', () => {
    expect(read(readVersion, VERSION)).toMatchObject({
      value: {
        ...{ key: 881230, address: '2.0', fields: { active: true, hidden: false, privacy_level: 'public' } },
        shown: { slug: '2.0', verbose_name: '2.0', identifier: VERSION.identifier, type: 'tag', built: true },
      },
      findings: [],
    });
    expect(read(readBuild, BUILD).value).toEqual({
      ...{
        key: 31000777,
        version: '2.0',
        state: 'finished',
        success: false,
        commit: '9c1185a5',
        duration: 48,
      },
      created: parseTimestamp(BUILD.created),
    });
    expect(read(readSubproject, SUBPROJECT).value).toMatchObject({
      ...{ key: 70113, address: 'lid', fields: { child: 'kettle-lid', alias: 'lid' } },
    });
    expect(read(readVariable, { ...VARIABLE, value: 'hush' }).value).toEqual({
      ...{ kind: 'variable', key: 901, address: '901', fields: { name: 'SEARCH_KEY', public: false } },
      shown: { created: VARIABLE.created, modified: VARIABLE.modified },
    });
    expect(read(readRedirect, REDIRECT).value).toMatchObject({
      fields: {
        ...{ type: 'page', from_url: '/guide/*', to_url: '/manual/:splat', force: false, enabled: true },
        ...{ description: 'guide moved', http_status: 302 },
      },
      shown: { position: 0 },
    });
    expect(read(readNotification, NOTIFICATION).value).toEqual({
      ...{
        key: 44,
        message: 'build:user:generic',
        type: 'error',
        header: 'Build <failed>',
        body: 'Check the log .',
      },
    });
  });

  test('what old rows have as null, and texts that are compared in another form', () => {
    const old = { ...PROJECT, homepage: null, versioning_scheme: null, readthedocs_yaml_path: '' };
    expect(read(readProject, old).value?.fields).toMatchObject({
      ...{
        homepage: '',
        versioning_scheme: 'multiple_versions_with_translations',
        readthedocs_yaml_path: null,
      },
    });
    const clean = {
      ...REDIRECT,
      type: 'clean_url_to_html',
      from_url: null,
      to_url: null,
      force: null,
      enabled: null,
    };
    expect(read(readRedirect, clean).value?.fields).toMatchObject({
      from_url: '',
      to_url: '',
      force: false,
      enabled: true,
    });
    const unusual = { ...REDIRECT, from_url: 'guide//', to_url: 'manual', description: '' };
    expect(read(readRedirect, unusual).value?.fields).toMatchObject({
      from_url: '/guide',
      to_url: '/manual',
      description: null,
    });
    expect(read(readVersion, { ...VERSION, identifier: null }).value?.shown.identifier).toBe(null);
    expect(read(readNotification, { id: 4, message: null }).value).toMatchObject({
      message: null,
      header: '',
    });
    expect(read(readVariable, { ...VARIABLE, public: null }).value?.fields.public).toBe(false);
  });
});

describe('what does not fit', () => {
  test.each<[string, ReadObject<unknown>, unknown, string[]]>([
    ['no object', readProject, '<html>', ['answer']],
    ['no id', readProject, { ...PROJECT, id: '70112' }, ['answer.id']],
    ['a slug that is a path', readProject, { ...PROJECT, slug: '../admin' }, ['answer.slug']],
    ['a version slug that is a path', readVersion, { ...VERSION, slug: '..' }, ['answer.slug']],
    ['an id beyond exact numbers', readVersion, { ...VERSION, id: 2 ** 60 }, ['answer.id']],
    ['a name without text', readVersion, { ...VERSION, verbose_name: ' ' }, ['answer.verbose_name']],
    ['an old type of redirect', readRedirect, { ...REDIRECT, type: 'prefix' }, ['answer.type']],
    ['a status of another kind', readRedirect, { ...REDIRECT, http_status: 307 }, ['answer.http_status']],
    ['a huge target', readRedirect, { ...REDIRECT, to_url: 'x'.repeat(1_000_000) }, ['answer.to_url']],
    ['a control character', readVariable, { ...VARIABLE, name: 'A\u0000B' }, ['answer.name']],
    ['half a surrogate pair', readVariable, { ...VARIABLE, name: 'A\ud800' }, ['answer.name']],
    ['an alias that leaves its folder', readSubproject, { ...SUBPROJECT, alias: '../x' }, ['answer.alias']],
    ['a child without id', readSubproject, { ...SUBPROJECT, child: { slug: 'lid' } }, ['answer.child.id']],
    ['a state that is a list', readBuild, { ...BUILD, state: ['finished'] }, ['answer.state']],
    ['no time', readBuild, { ...BUILD, created: 'yesterday' }, ['answer.created']],
  ])('%s: the object is left out and named', (_, reader, input, found) => {
    const result = read(reader, input);
    expect([result.value, paths(result)]).toEqual([undefined, found]);
  });

  test.each<[string, object, string]>([
    ['a name that is too long', { name: 'x'.repeat(64) }, 'name'],
    ['a name on two lines', { name: 'a\nb' }, 'name'],
    ['a script as homepage', { homepage: 'javascript:alert(1)' }, 'homepage'],
    ['a language that nobody has', { language: { code: 'xx-yy' } }, 'language'],
    ['a repository in a folder here', { repository: { url: '/etc' } }, 'repository.url'],
    ['a repository that is an option of git', { repository: { url: '--upload-pack=x' } }, 'repository.url'],
    ['a branch that is an option of git', { default_branch: '-x' }, 'default_branch'],
    ['tags that are no texts', { tags: [{}] }, 'tags[0]'],
    ['a scheme that is not known', { versioning_scheme: 'none' }, 'versioning_scheme'],
    ['a parent that is a path', { subproject_of: { slug: '../x' } }, 'subproject_of.slug'],
  ])('%s: the field is left out and named, the project stays', (_, change, field) => {
    const result = read(readProject, { ...PROJECT, ...change });
    expect(paths(result)).toEqual([`answer.${field}`]);
    expect(result.value?.fields).not.toHaveProperty([field]);
    expect(result.value?.key).toBe(70112);
  });

  test('another Lectern may have its repositories in folders', () => {
    const local = { ...PROJECT, repository: { url: '/srv/kettle' } };
    expect(read(readProject, local, { service: 'lectern', now: NOW }).value?.fields['repository.url']).toBe(
      '/srv/kettle',
    );
  });

  test('a time in the future counts as now', () => {
    const result = read(readBuild, { ...BUILD, created: '2200-01-01T00:00:00Z' });
    expect([result.value?.created, paths(result)]).toEqual([NOW, ['answer.created']]);
  });

  test('what is only shown is bounded, and holds no secret and no script', () => {
    const nested = (depth: number): unknown => (depth === 0 ? 1 : { inner: nested(depth - 1) });
    const { value, findings } = read(readProject, {
      ...PROJECT,
      ...{
        huge: 'x'.repeat(5_000),
        deep: nested(50),
        token: 'hush',
        feature: { api_token: 'hush', on: true },
      },
      ...{ link: 'javascript:alert(1)', __proto__: { polluted: true }, note: 'a\u0000b' },
    });
    expect(findings.map(({ path }) => path)).toEqual(['answer.huge', 'answer.deep']);
    expect(value?.shown).toMatchObject({ feature: { on: true }, link: '', note: 'a\ufffdb' });
    expect(JSON.stringify(value)).not.toMatch(/hush|polluted/);
  });

  test('anything at all is read without an error', () => {
    const readers = [
      readProject,
      readVersion,
      readRedirect,
      readVariable,
      readSubproject,
      readBuild,
      readNotification,
    ];
    const samples = [PROJECT, VERSION, REDIRECT, VARIABLE, SUBPROJECT, BUILD, NOTIFICATION];
    fc.assert(
      fc.property(fc.nat(6), fc.jsonValue(), fc.nat(30), fc.jsonValue(), (which, json, place, other) => {
        const [reader, sample] = [readers[which] as ReadObject<unknown>, samples[which] as object];
        const name = Object.keys(sample)[place % Object.keys(sample).length] ?? '';
        for (const input of [json, { ...sample, [name]: other }]) {
          const result = read(reader, input);
          // Either something was read, or it is said why not.
          expect(result.value !== undefined || result.findings.length > 0).toBe(true);
          for (const { path } of result.findings) expect(path).toMatch(/^answer/);
        }
      }),
      { numRuns: propertyRuns(300, 20_000) },
    );
  });
});

describe('readListing', () => {
  const variables = (...keys: number[]) => keys.map((pk) => ({ ...VARIABLE, pk }));
  const one = (items: readonly unknown[], counts: readonly number[], ended = true): ListedPages => ({
    items,
    pages: counts.map((count, at) => ({ count, isLast: ended && at === counts.length - 1 })),
  });

  test.each<[string, ListedPages, boolean, string | undefined]>([
    ['complete', one(variables(1, 2), [2]), true, undefined],
    ['complete in two pages', one(variables(1, 2), [2, 2]), true, undefined],
    ['complete and empty', one([], [0]), true, undefined],
    ['of a project that is not maintained', one([], [0]), false, 'not-maintained'],
    ['a page is missing', one(variables(1), [2], false), true, 'unfinished'],
    ['nothing was asked', one([], []), true, 'unfinished'],
    ['the count moved', one(variables(1, 2), [2, 3]), true, 'count-changed'],
    ['one was repeated', one(variables(1, 1), [2]), true, 'repeated'],
    ['one cannot be read', one([...variables(1), {}], [2]), true, 'unreadable'],
    ['fewer than counted', one(variables(1), [2]), true, 'count-differs'],
  ])('%s', (_, pages, isMaintained, incomplete) => {
    const listing = readListing(readVariable, pages, 'variables', isMaintained, CONTEXT);
    expect(listing.incomplete).toBe(incomplete);
    expect(new Set(listing.objects.map(({ key }) => key)).size).toBe(listing.objects.length);
  });

  test('names the place of what does not fit, and a hostile list has no endless findings', () => {
    const pages = one([...variables(1, 1), ...Array.from({ length: 1_000 }, () => null)], [1_002]);
    const { findings } = readListing(readVariable, pages, 'variables', true, CONTEXT);
    expect(findings.length).toBeLessThanOrEqual(50);
    expect(findings.slice(0, 2).map(({ path }) => path)).toEqual(['variables[1]', 'variables[2]']);
  });
});

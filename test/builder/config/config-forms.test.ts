import { describe, expect, test } from 'vitest';
import { BuildSchema } from '../../../src-server/api/v3/build.view.ts';
import { defaultConfig } from '../../../src-server/builder/config/default-config.ts';
import { inspectConfig } from '../../../src-server/builder/config/parse-config.ts';
import { renderConfig } from '../../../src-server/builder/config/render-config.ts';
import { BUILD_JOBS } from '../../../src-server/model/builds/build-config.ts';
import { FILE, read } from './config-text.ts';

const BUILD = 'build:\n  os: ubuntu-24.04\n  tools: {python: "3.12"}\n';
const IGNORED = ['search.html', 'search/index.html', '404.html', '404/index.html'];

/** The configuration that `expand=config` shows for a file with only a version (behaviour.md 9). */
const BARE = {
  version: '2',
  formats: [],
  python: { version: 3, install: [], use_system_site_packages: false },
  conda: null,
  build: { image: 'readthedocs/build:latest' },
  doctype: 'sphinx',
  sphinx: { builder: 'sphinx', configuration: null, fail_on_warning: false },
  mkdocs: null,
  submodules: { include: [], exclude: 'all', recursive: false },
};

test('a file with only a version has the defaults', () => {
  const { config, rendered, notes } = read('');
  expect(rendered).toEqual(BARE);
  expect(config.search).toEqual({ ranking: {}, ignore: IGNORED });
  expect(notes).toEqual([]);
});

test.each([
  ['sphinx', 'sphinx'],
  ['sphinx_htmldir', 'sphinx_htmldir'],
  ['sphinx_singlehtml', 'sphinx_singlehtml'],
  ['mkdocs', 'sphinx'],
] as const)(
  'without a file, a project of type %s has the defaults of version 1',
  (documentationType, builder) => {
    expect(renderConfig(defaultConfig({ documentationType }))).toEqual({
      version: '1',
      formats: ['htmlzip', 'epub', 'pdf'],
      python: { version: 3, install: [{ requirements: null }], use_system_site_packages: false },
      conda: null,
      build: { image: 'readthedocs/build:latest' },
      doctype: documentationType,
      sphinx: { builder, configuration: null, fail_on_warning: false },
      mkdocs: { configuration: null, fail_on_warning: false },
      submodules: { include: 'all', exclude: [], recursive: true },
    });
  },
);

/** Files without their first line, and how their rendering differs from `BARE`. */
const FORMS: readonly (readonly [string, object])[] = [
  ['formats: all\n', { formats: ['htmlzip', 'pdf', 'epub'] }],
  ['formats: [epub, pdf, epub]\n', { formats: ['epub', 'pdf'] }],
  ['python:\n  version: 2.7\n', { python: { ...BARE.python, version: 2.7 } }],
  ['python:\n  version: "3.7"\n', { python: { ...BARE.python, version: 3.7 } }],
  ['python:\n  version: pypy3.5\n', { python: { ...BARE.python, version: 'pypy3.5' } }],
  ['python:\n  system_packages: 1\n', { python: { ...BARE.python, use_system_site_packages: true } }],
  [
    'python:\n  install:\n    - requirements: ./docs//requirements.txt\n    - path: .\n    - method: setuptools\n      path: lib/\n    - {method: pip, path: ., extra_requirements: [docs, test]}\n',
    {
      python: {
        ...BARE.python,
        install: [
          { requirements: 'docs/requirements.txt' },
          { path: '.', method: 'pip', extra_requirements: [] },
          { path: 'lib', method: 'setuptools', extra_requirements: [] },
          { path: '.', method: 'pip', extra_requirements: ['docs', 'test'] },
        ],
      },
    },
  ],
  ...(
    [
      ['command: sync', { command: 'sync', path: '.' }],
      [
        'command: sync, path: lib, groups: [docs], extras: all',
        { command: 'sync', path: 'lib', groups: ['docs'], extras: 'all' },
      ],
      [
        'command: pip, requirements: a.txt, groups: null, extras: null',
        { command: 'pip', requirements: 'a.txt' },
      ],
      ['command: pip, path: ., extras: [docs]', { command: 'pip', path: '.', extras: ['docs'] }],
    ] as const
  ).map(
    ([input, shown]) =>
      [
        `python:\n  install:\n    - {method: uv, ${input}}\n`,
        {
          python: {
            ...BARE.python,
            install: [{ method: 'uv', path: null, requirements: null, groups: [], extras: [], ...shown }],
          },
        },
      ] as const,
  ),
  ['conda:\n  environment: environment.yml\n', { conda: { environment: 'environment.yml' } }],
  ...['stable', 'latest', '2.0', '4.0', '5.0', '6.0', '"7.0"'].map(
    (image) =>
      [
        `build:\n  image: ${image}\n`,
        { build: { image: `readthedocs/build:${image.replaceAll('"', '')}` } },
      ] as const,
  ),
  [
    'build:\n  apt_packages: [g++, libclang-14-dev]\n',
    { build: { ...BARE.build, apt_packages: ['g++', 'libclang-14-dev'] } },
  ],
  [
    'build:\n  os: ubuntu-lts-latest\n  tools: {python: "3.10", nodejs: "22", ruby: "4.0", rust: "1.70", golang: latest}\n',
    {
      build: {
        ...BARE.build,
        os: 'ubuntu-lts-latest',
        tools: {
          python: { version: '3.10', full_version: '3.10' },
          nodejs: { version: '22', full_version: '22' },
          ruby: { version: '4.0', full_version: '4.0' },
          rust: { version: '1.70', full_version: '1.70' },
          golang: { version: 'latest', full_version: 'latest' },
        },
      },
    },
  ],
  [
    'build:\n  os: ubuntu-24.04\n  commands:\n    - mkdir -p $READTHEDOCS_OUTPUT/html\n    - |\n      if true; then\n        make\n      fi\n',
    {
      build: {
        ...BARE.build,
        os: 'ubuntu-24.04',
        commands: ['mkdir -p $READTHEDOCS_OUTPUT/html', 'if true; then\n  make\nfi\n'],
      },
      doctype: 'generic',
      sphinx: null,
    },
  ],
  [
    'sphinx:\n  configuration: ./docs/conf.py\n',
    { sphinx: { ...BARE.sphinx, configuration: 'docs/conf.py' } },
  ],
  ['sphinx: {configuration: null}\n', {}],
  ...(
    [
      ['html', 'sphinx'],
      ['htmldir', 'sphinx_htmldir'],
      ['dirhtml', 'sphinx_htmldir'],
      ['singlehtml', 'sphinx_singlehtml'],
    ] as const
  ).map(
    ([builder, doctype]) =>
      [`sphinx: {builder: ${builder}}\n`, { doctype, sphinx: { ...BARE.sphinx, builder: doctype } }] as const,
  ),
  ...['true', 'yes', 'On', '1'].map(
    (value) =>
      [
        `sphinx: {fail_on_warning: ${value}}\n`,
        { sphinx: { ...BARE.sphinx, fail_on_warning: true } },
      ] as const,
  ),
  ['sphinx: {fail_on_warning: off}\n', {}],
  [
    'mkdocs:\n  configuration: site/mkdocs.yml\n  fail_on_warning: true\n',
    { doctype: 'mkdocs', sphinx: null, mkdocs: { configuration: 'site/mkdocs.yml', fail_on_warning: true } },
  ],
  [
    'mkdocs: {}\n',
    { doctype: 'mkdocs', sphinx: null, mkdocs: { configuration: null, fail_on_warning: false } },
  ],
  [
    'submodules: {include: all, recursive: true}\n',
    { submodules: { include: 'all', exclude: [], recursive: true } },
  ],
  ['submodules: {include: [one]}\n', { submodules: { include: ['one'], exclude: [], recursive: false } }],
  ['submodules: {exclude: [two]}\n', { submodules: { include: [], exclude: ['two'], recursive: false } }],
  ['submodules: {include: [], exclude: all}\n', {}],
  [
    'search:\n  ranking: {/api/*: -10, guide.html: 10}\n  ignore: [old/*]\n',
    { search: { ranking: { 'api/*': -10, 'guide.html': 10 }, ignore: ['old/*'] } },
  ],
  ['search:\n  ranking: {__proto__: 3}\n', { search: { ranking: { ['__proto__']: 3 }, ignore: IGNORED } }],
  [
    'python:\n  install:\n    - &a {path: .}\n    - <<: *a\n      path: lib\n    - *a\n',
    {
      python: {
        ...BARE.python,
        install: ['.', 'lib', '.'].map((path) => ({ path, method: 'pip', extra_requirements: [] })),
      },
    },
  ],
];

describe('a configuration is read:', () => {
  test.each(FORMS)('%j', (text, differs) => {
    const { rendered } = read(text);
    expect(rendered).toEqual({ ...BARE, ...differs });
    // The API returns it as part of a build, whose schema checks it.
    const answered: unknown = JSON.parse(JSON.stringify(rendered));
    expect(answered).toEqual(rendered);
    expect(BuildSchema.shape.config.safeParse(answered).success).toBe(true);
  });

  test('with every list of build.jobs', () => {
    const lists = BUILD_JOBS.map((job) => `    ${job}: ["echo ${job}"]\n`).join('');
    const outputs = ['html', 'pdf', 'epub', 'htmlzip']
      .map((format) => `      ${format}: [make ${format}]\n`)
      .join('');
    const { config, rendered } = read(`formats: all\n${BUILD}  jobs:\n${lists}    build:\n${outputs}`);
    const jobs = {
      ...Object.fromEntries(BUILD_JOBS.map((job) => [job, [`echo ${job}`]])),
      build: { html: ['make html'], pdf: ['make pdf'], epub: ['make epub'], htmlzip: ['make htmlzip'] },
    };
    expect(config.build.jobs).toEqual(jobs);
    expect(rendered.build).toMatchObject({ jobs });
    expect(config.doctype).toBe('generic');
    expect(
      read(`${BUILD}  jobs: {build: {html: [make]}}\nsphinx: {configuration: conf.py}\n`).config.doctype,
    ).toBe('sphinx');
  });

  test('with conda, by an environment file or commands', () => {
    const build = 'build:\n  os: ubuntu-24.04\n  tools: {python: miniconda3-3.12-24.1}\n';
    expect(read(`${build}conda: {environment: env.yml}\n`).config.conda).toEqual({ environment: 'env.yml' });
    expect(read(`${build}  commands: [make]\n`).config.conda).toBeNull();
  });

  test('without a version, which defaults to 2', () => {
    const { parsed } = inspectConfig({ file: FILE, text: 'formats: []\n' });
    expect(parsed?.rendered).toEqual(BARE);
    expect(parsed?.notes).toEqual(['It has no "version: 2".']);
  });
});

test('the detected version of a tool can be filled in', () => {
  const { config } = read(`${BUILD}`);
  expect(renderConfig(config, { python: '3.12.4' }).build).toMatchObject({
    tools: { python: { version: '3.12', full_version: '3.12.4' } },
  });
});

test('the file determines the builder, and the log may mention the project setting', () => {
  expect(read('mkdocs: {}\n', 'sphinx')).toMatchObject({ config: { doctype: 'mkdocs' }, notes: [] });
  expect(read('sphinx: {}\n', 'sphinx_htmldir').notes).toEqual([
    'The project is set to sphinx_htmldir; the file says sphinx.',
  ]);
  expect(read(`${BUILD}mkdocs: {}\n`).refusedToday).toEqual([
    { message: 'config:mkdocs:missing-config', reason: '"mkdocs.configuration" is required' },
  ]);
});

test('all problems are reported, unknown keys last', () => {
  const text = 'extra: 1\nversion: 2\nformats: doc\nsphinx:\n  builder: nope\n  more: 2\nsubmodules: 3\n';
  expect(inspectConfig({ file: FILE, text }).problems.map(({ key, line }) => [key, line])).toEqual([
    ['formats', 3],
    ['sphinx.builder', 5],
    ['submodules', 7],
    ['extra', 1],
    ['sphinx.more', 6],
  ]);
});

import { describe, expect, test } from 'vitest';
import { BUILD, configFolder, SPHINX } from './config-folder.ts';

// Today's whole configuration file (behaviour.md 15), as files of a checkout: what is read of each.

const { readFile } = configFolder();

const minors = (major: number, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `${major}.${from + at}`);

const TOOLS: Readonly<Record<string, readonly string[]>> = {
  python: [
    ...['2.7', '3', ...minors(3, 6, 14), 'latest'],
    ...['miniconda3-4.7', 'miniconda3-3.12-24.1', 'miniconda-latest'],
    ...['mambaforge-4.10', 'mambaforge-22.9', 'mambaforge-23.11', 'mambaforge-latest'],
    ...['miniforge3-24.11', 'miniforge3-latest'],
  ],
  nodejs: ['14', '16', '18', '19', '20', '22', '23', '24', '25', '26', 'latest'],
  ruby: ['3.3', '3.4', '4.0', 'latest'],
  rust: [...minors(1, 55, 96), 'latest'],
  golang: [...minors(1, 17, 26), 'latest'],
};

describe('every tool of today is read in each of its versions:', () => {
  test.each(Object.entries(TOOLS))('%s', async (tool, versions) => {
    for (const version of versions) {
      const conda = /^m/.test(version) ? 'conda: {environment: docs/environment.yml}\n' : '';
      const build = `version: 2\nbuild:\n  os: ubuntu-lts-latest\n  tools: {${tool}: "${version}"}\n`;
      const { config } = await readFile(build + conda + SPHINX);
      expect(config.build.tools).toEqual({ [tool]: version });
    }
    const unknown = readFile(`version: 2\nbuild:\n  os: ubuntu-24.04\n  tools: {${tool}: "0.1"}\n`);
    await expect(unknown).rejects.toMatchObject({
      messageId: 'config:validation:invalid-choice',
      key: `build.tools.${tool}`,
    });
  });

  test.each(['ubuntu-22.04', 'ubuntu-24.04', 'ubuntu-26.04', 'ubuntu-lts-latest'])('on %s', async (os) => {
    const { config } = await readFile(`version: 2\nbuild: {os: ${os}, tools: {nodejs: "24"}}\n${SPHINX}`);
    expect(config.build.os).toBe(os);
  });
});

const EVERY_KEY = `version: 2
formats: [htmlzip, pdf, epub]
build:
  os: ubuntu-26.04
  tools: {python: "3.14", nodejs: "26", ruby: "4.0", rust: "1.96", golang: "1.26"}
  apt_packages: [graphviz, " libxml2-dev ", g++]
  jobs:
    pre_checkout: [a]
    post_checkout: [b]
    pre_system_dependencies: [c]
    post_system_dependencies: [d]
    pre_create_environment: [e]
    create_environment: [f]
    post_create_environment: [g]
    pre_install: [h]
    install: [i]
    post_install: [j]
    pre_build: [k]
    build: {html: [l], htmlzip: [m], pdf: [n], epub: [o]}
    post_build: [p, q]
conda: {environment: environment.yml}
python:
  install:
    - requirements: docs/requirements.txt
    - {path: ., method: pip, extra_requirements: [docs]}
    - {path: lib, method: setuptools}
sphinx: {builder: dirhtml, configuration: docs/conf.py, fail_on_warning: true}
submodules: {include: [one], exclude: [], recursive: true}
search: {ranking: {"api/*": -10, guide.html: 10}, ignore: [old/*]}
`;

describe('today’s file', () => {
  test('with every key is read whole', async () => {
    const { rendered, notes } = await readFile(EVERY_KEY);
    expect(notes).toEqual([]);
    expect(rendered).toEqual({
      version: '2',
      formats: ['htmlzip', 'pdf', 'epub'],
      doctype: 'sphinx_htmldir',
      python: {
        version: 3,
        use_system_site_packages: false,
        install: [
          { requirements: 'docs/requirements.txt' },
          { path: '.', method: 'pip', extra_requirements: ['docs'] },
          { path: 'lib', method: 'setuptools', extra_requirements: [] },
        ],
      },
      conda: { environment: 'environment.yml' },
      build: {
        image: 'readthedocs/build:latest',
        os: 'ubuntu-26.04',
        tools: Object.fromEntries(
          Object.entries({ python: '3.14', nodejs: '26', ruby: '4.0', rust: '1.96', golang: '1.26' }).map(
            ([tool, version]) => [tool, { version, full_version: version }],
          ),
        ),
        apt_packages: ['graphviz', 'libxml2-dev', 'g++'],
        jobs: {
          ...{ pre_checkout: ['a'], post_checkout: ['b'] },
          ...{ pre_system_dependencies: ['c'], post_system_dependencies: ['d'] },
          ...{ pre_create_environment: ['e'], create_environment: ['f'], post_create_environment: ['g'] },
          ...{ pre_install: ['h'], install: ['i'], post_install: ['j'], pre_build: ['k'] },
          build: { html: ['l'], htmlzip: ['m'], pdf: ['n'], epub: ['o'] },
          post_build: ['p', 'q'],
        },
      },
      sphinx: { builder: 'sphinx_htmldir', configuration: 'docs/conf.py', fail_on_warning: true },
      mkdocs: null,
      submodules: { include: ['one'], exclude: [], recursive: true },
      search: { ranking: { 'api/*': -10, 'guide.html': 10 }, ignore: ['old/*'] },
    });
  });

  const UV = { path: null, requirements: null, groups: [], extras: [], method: 'uv' };
  test.each([
    ['{method: uv, command: sync}', { ...UV, command: 'sync', path: '.' }],
    [
      '{method: uv, command: sync, path: null, groups: all}',
      { ...UV, command: 'sync', path: '.', groups: 'all' },
    ],
    [
      '{method: uv, command: sync, path: lib, groups: [docs], extras: [pdf]}',
      { ...UV, command: 'sync', path: 'lib', groups: ['docs'], extras: ['pdf'] },
    ],
    ['{method: uv, command: pip, path: ., extras: all}', { ...UV, command: 'pip', path: '.', extras: 'all' }],
    [
      '{method: uv, command: pip, requirements: pyproject.toml, extras: [docs]}',
      { ...UV, command: 'pip', requirements: 'pyproject.toml', extras: ['docs'] },
    ],
  ])('installs with uv: %s', async (entry, shown) => {
    const { rendered } = await readFile(`${BUILD}python:\n  install:\n    - ${entry}\n${SPHINX}`);
    expect(rendered.python).toMatchObject({ install: [shown] });
  });

  test.each([
    ['empty jobs beside commands', 'version: 2\nbuild: {os: ubuntu-24.04, commands: [make], jobs: {}}\n', []],
    ['MkDocs', `${BUILD}mkdocs: {configuration: mkdocs.yml, fail_on_warning: yes}\n`, []],
    ['pages by a job', `${BUILD}  jobs: {build: {html: [make]}}\n`, []],
    ['an environment by a job', `${BUILD}  jobs: {create_environment: [make]}\n`, []],
    ['packages by a job', `${BUILD}  jobs: {install: [make]}\n`, []],
    ['no version', `${BUILD}${SPHINX}`.replace('version: 2\n', ''), ['It has no "version: 2".']],
    ['no configuration of Sphinx', `${BUILD}sphinx: {}\n`, []],
    ['no configuration of MkDocs, and a job', `${BUILD}  jobs: {install: [make]}\nmkdocs: {}\n`, []],
    ['no tool at all', BUILD, []],
  ])('with %s is read', async (_, text, notes) => {
    expect((await readFile(text)).notes).toEqual(notes);
  });
});

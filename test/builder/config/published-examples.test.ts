import { describe, expect, test } from 'vitest';
import type { BuildConfig } from '../../../src-server/model/builds/build-config.ts';
import { configFolder } from './config-folder.ts';

// The kinds of files that the service's own documentation shows, in our words: each is read without a note, is refused
// by nobody, and means what it means there.

const { readFile } = configFolder();

type Example = readonly [name: string, text: string, means: object];

const OS = 'version: 2\nbuild:\n  os: ubuntu-24.04\n';
const PYTHON = `${OS}  tools: {python: "3.13"}\n`;
const SPHINX = 'sphinx: {configuration: docs/conf.py}\n';
const jobs = (lines: string) => lines.replace(/^(?=.)/gm, '    ').replace(/^ {4}/, '  jobs:\n    ');
const means = (build: Partial<BuildConfig['build']>, rest: object = {}) => ({ build, ...rest });

const EXAMPLES: readonly Example[] = [
  [
    'Sphinx with its requirements',
    `${PYTHON}${SPHINX}python:\n  install:\n    - requirements: docs/requirements.txt\n`,
    {
      doctype: 'sphinx',
      python: { install: [{ by: 'requirements', requirements: 'docs/requirements.txt' }] },
    },
  ],
  [
    'Sphinx with other tools, formats and strictness',
    `${OS}  tools: {python: "3.12", nodejs: "22", rust: "1.90", golang: "1.25"}\nsphinx: {configuration: docs/conf.py, builder: dirhtml, fail_on_warning: true}\nformats: [pdf, epub]\n`,
    { doctype: 'sphinx_htmldir', formats: ['pdf', 'epub'], sphinx: { failOnWarning: true } },
  ],
  [
    'MkDocs',
    `${PYTHON}mkdocs: {configuration: mkdocs.yml, fail_on_warning: false}\n`,
    { doctype: 'mkdocs', mkdocs: { configuration: 'mkdocs.yml', failOnWarning: false } },
  ],
  [
    'packages of the repository',
    `${PYTHON}${SPHINX}python: {install: [{method: pip, path: ., extra_requirements: [docs]}, {method: setuptools, path: lib}]}\n`,
    {
      python: {
        install: [
          { by: 'pip', extraRequirements: ['docs'] },
          { by: 'setuptools', path: 'lib' },
        ],
      },
    },
  ],
  [
    'uv sync with groups',
    `${PYTHON}${SPHINX}python: {install: [{method: uv, command: sync, groups: [docs]}]}\n`,
    { python: { install: [{ by: 'uv', command: 'sync', groups: ['docs'] }] } },
  ],
  [
    'uv pip with requirements',
    `${PYTHON}${SPHINX}python: {install: [{method: uv, command: pip, requirements: docs/requirements.txt}]}\n`,
    { python: { install: [{ by: 'uv', command: 'pip', requirements: 'docs/requirements.txt' }] } },
  ],
  [
    'conda, with an update of itself',
    `${OS}  tools: {python: miniconda3-3.12-24.9}\n${jobs('pre_create_environment: [conda update --yes conda]\n')}${SPHINX}conda: {environment: environment.yml}\n`,
    { conda: { environment: 'environment.yml' } },
  ],
  [
    'packages of the system',
    `${PYTHON}  apt_packages: [libclang-dev, cmake]\n${SPHINX}`,
    means({ aptPackages: ['libclang-dev', 'cmake'] }),
  ],
  [
    'a whole history, and other branches',
    `${PYTHON}${jobs('post_checkout:\n  - git fetch --unshallow || true\n  - git fetch --all --tags || true\n')}${SPHINX}`,
    means({ jobs: { post_checkout: ['git fetch --unshallow || true', 'git fetch --all --tags || true'] } }),
  ],
  [
    'a build that is skipped on a condition, in a block of lines',
    `${PYTHON}${jobs('post_checkout:\n  - |\n    if [ "$READTHEDOCS_VERSION_TYPE" = external ];\n    then\n      exit 183;\n    fi\n')}${SPHINX}`,
    means({
      jobs: {
        post_checkout: ['if [ "$READTHEDOCS_VERSION_TYPE" = external ];\nthen\n  exit 183;\nfi\n'],
      },
    }),
  ],
  [
    'sources made before the pages',
    `${PYTHON}${jobs('pre_build: [doxygen]\n')}${SPHINX}`,
    means({ jobs: { pre_build: ['doxygen'] } }),
  ],
  [
    'packages of Node beside Sphinx',
    `${OS}  tools: {python: "3.12", nodejs: "20"}\n${jobs('post_install: [npm ci, npm install -g jsdoc]\n')}${SPHINX}`,
    means({ jobs: { post_install: ['npm ci', 'npm install -g jsdoc'] } }),
  ],
  [
    'Poetry',
    `${PYTHON}${jobs('post_install:\n  - pip install poetry\n  - VIRTUAL_ENV=$READTHEDOCS_VIRTUALENV_PATH poetry install --with docs\n')}${SPHINX}`,
    { doctype: 'sphinx' },
  ],
  [
    'uv by asdf, for every step',
    `${PYTHON}${jobs('create_environment: [asdf plugin add uv, asdf install uv latest, asdf global uv latest, uv venv]\ninstall: [uv pip install -r requirements.txt]\nbuild:\n  html: [uv run sphinx-build -b html docs $READTHEDOCS_OUTPUT/html]\n')}`,
    { doctype: 'generic' },
  ],
  [
    'uv by asdf, then Sphinx',
    `${PYTHON}${jobs('pre_create_environment: [asdf plugin add uv]\ncreate_environment: [uv venv "$READTHEDOCS_VIRTUALENV_PATH"]\ninstall: [UV_PROJECT_ENVIRONMENT="$READTHEDOCS_VIRTUALENV_PATH" uv sync --frozen --group docs]\n')}${SPHINX}`,
    { doctype: 'sphinx' },
  ],
  [
    'one format of its own beside the builder’s',
    `${PYTHON}formats: [htmlzip, pdf]\n${SPHINX}`.replace(
      'formats',
      `${jobs('build:\n  htmlzip: [mkdir -p $READTHEDOCS_OUTPUT/htmlzip, touch $READTHEDOCS_OUTPUT/htmlzip/a.zip]\n')}formats`,
    ),
    { doctype: 'sphinx', formats: ['htmlzip', 'pdf'] },
  ],
  [
    'another builder of pages by jobs',
    `${PYTHON}${jobs('install: ["pip install pelican[markdown]"]\nbuild: {html: [pelican --output $READTHEDOCS_OUTPUT/html/ docs/]}\n')}`,
    { doctype: 'generic' },
  ],
  [
    'another builder of pages by commands',
    `${PYTHON}  commands:\n    - pip install pelican\n    - pelican --output $READTHEDOCS_OUTPUT/html/ docs/\n`,
    { doctype: 'generic' },
  ],
  [
    'pages of a builder of Node',
    `${OS}  tools: {nodejs: "22"}\n  commands:\n    - cd docs/ && npm install\n    - cd docs/ && npm run build\n    - mkdir --parents $READTHEDOCS_OUTPUT/html/\n    - cp --recursive docs/build/* $READTHEDOCS_OUTPUT/html/\n`,
    means({ tools: { nodejs: '22' } }),
  ],
  [
    'pages as they are, without a tool',
    `${OS}  commands: [mkdir -p $READTHEDOCS_OUTPUT/html, cp -r docs/* $READTHEDOCS_OUTPUT/html]\n`,
    means({ tools: {} }),
  ],
  [
    'submodules',
    `${PYTHON}${SPHINX}submodules: {include: [one, two], recursive: true}\n`,
    { submodules: { include: ['one', 'two'], exclude: [], recursive: true } },
  ],
  [
    'no submodules',
    `${PYTHON}${SPHINX}submodules: {exclude: all}\n`,
    { submodules: { include: [], exclude: 'all' } },
  ],
  [
    'ranks and patterns of search',
    `${PYTHON}${SPHINX}search: {ranking: {api/v1/*: -1, api/v2/*: 4}, ignore: [404.html, drafts/*]}\n`,
    { search: { ranking: { 'api/v1/*': -1, 'api/v2/*': 4 }, ignore: ['404.html', 'drafts/*'] } },
  ],
];

describe('the file for', () => {
  test.each(EXAMPLES)('%s', async (_name, text, expected) => {
    const { config, notes, refusedToday } = await readFile(text);
    expect(config).toMatchObject(expected);
    expect({ notes, refusedToday }).toEqual({ notes: [], refusedToday: [] });
  });
});

import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CONFIG_MESSAGE_IDS } from '../../../src-server/builder/config/config-codes.ts';
import { ConfigProblem } from '../../../src-server/builder/config/config-problem.ts';
import { readConfig } from '../../../src-server/builder/config/read-config.ts';
import { BUILD, configFolder, SPHINX } from './config-folder.ts';

// Files of a checkout that today's service refuses (live-service.md 4): by which id, at which key and in which words.

const { folder, readFile } = configFolder();

async function refusalOf(text: string): Promise<ConfigProblem> {
  const found = await readFile(text).catch((error: unknown) => error);
  if (found instanceof ConfigProblem) return found;
  throw new Error(`It was not refused: ${JSON.stringify(found)}`);
}

/** Id, key and words; then the file. */
const REFUSALS: readonly (readonly [id: string, key: string, words: string, text: string])[] = [
  ['config:base:invalid-version', 'version', 'Invalid version of the configuration file', 'version: 3\n'],
  ['config:base:invalid-syntax', '', 'Expected mapping', '- version\n'],
  ['config:base:invalid-syntax', '', 'Empty config', ''],
  [
    'config:base:invalid-key-name',
    'build.images',
    'Invalid configuration option: build.images. Make sure the key name is correct.',
    `${BUILD}  images: [x]\n${SPHINX}`,
  ],
  [
    'config:base:invalid-key-name',
    'python.version',
    'You can not have "python.version" and "build.os" at the same time; use "build.tools.python"',
    `${BUILD}python: {version: 3.8}\n`,
  ],
  [
    'config:base:sphinx-mkdocs-together',
    'mkdocs',
    'You can not have the ``sphinx`` and ``mkdocs`` keys at the same time',
    `${BUILD}${SPHINX}mkdocs: {configuration: 3}\n`,
  ],
  [
    'build:user:config:build-image-deprecated',
    'build.image',
    'You can not have "build.image" and "build.os" at the same time',
    `${BUILD}  image: latest\n`,
  ],
  [
    'config:build:missing-build-tools-commands',
    'build',
    'At least one of "build.tools" and "build.commands" is required',
    'version: 2\nbuild: {os: ubuntu-24.04}\n',
  ],
  [
    'config:build:jobs-and-commands',
    'build.jobs',
    '"build.jobs" has no effect beside "build.commands", which replace the whole build',
    `${BUILD}  commands: [make]\n  jobs: {install: []}\n`,
  ],
  [
    'config:build:jobs:build:missing-in-formats',
    'build.jobs.build.epub',
    '"formats" does not list epub, so these commands would never run',
    `formats: [pdf]\n${BUILD}  jobs: {build: {epub: [make]}}\n`,
  ],
  [
    'config:python:system-packages-removed',
    'python.system_packages',
    'The service has removed this key; install what the documentation needs',
    `${BUILD}python: {system_packages: true}\n`,
  ],
  [
    'config:python:use-system-site-packages-removed',
    'python.use_system_site_packages',
    'The service has removed this key; install what the documentation needs',
    `${BUILD}python: {use_system_site_packages: true}\n`,
  ],
  ...(
    [
      [
        'config:python:pip-required',
        '[0].extra_requirements',
        'You need to install your project with pip to use extra_requirements',
        '[{path: ., method: setuptools, extra_requirements: [docs]}]',
      ],
      [
        'config:python:pip-path-requirement-required',
        '[0]',
        '"path" or "requirements" key is required',
        '[{method: pip}]',
      ],
      [
        'config:python:uv-command-required',
        '[0].command',
        '"method: uv" needs a "command"',
        '[{method: uv, path: .}]',
      ],
      [
        'config:validation:invalid-choice',
        '[0].command',
        'expected one of (sync, pip), got add',
        '[{method: uv, command: add}, {path: .}]',
      ],
      [
        'config:python:uv-multiple-install-entries-invalid',
        '[1]',
        '"method: uv" has to be the only entry',
        '[{path: .}, {method: uv, command: sync}]',
      ],
      [
        'config:python:uv-sync-requirements-invalid',
        '[0].requirements',
        '"command: sync" takes no requirements file',
        '[{method: uv, command: sync, requirements: a.txt}]',
      ],
      [
        'config:python:uv-pip-requirements-or-path-required',
        '[0]',
        '"path" or "requirements" key is required',
        '[{method: uv, command: pip, extras: [docs]}]',
      ],
      [
        'config:python:uv-pip-requirements-and-path-mutually-exclusive',
        '[0].requirements',
        '"command: pip" takes "path" or "requirements", not both',
        '[{method: uv, command: pip, path: ., requirements: a.txt}]',
      ],
      [
        'config:python:uv-pip-groups-not-allowed',
        '[0].groups',
        '"command: pip" takes no groups',
        '[{method: uv, command: pip, path: ., groups: []}]',
      ],
      [
        'config:python:uv-groups-extras-empty',
        '[0].groups',
        'expected "all" or at least one of groups',
        '[{method: uv, command: sync, groups: []}]',
      ],
      [
        'config:python:uv-groups-extras-empty',
        '[0].extras',
        'expected "all" or at least one of extras',
        '[{method: uv, command: pip, path: ., extras: []}]',
      ],
      [
        'config:python:uv-groups-extras-invalid-type',
        '[0].extras',
        'expected "all" or a list of extras, got docs',
        '[{method: uv, command: sync, extras: docs}]',
      ],
      [
        'config:python:uv-groups-extras-invalid-type',
        '[0].groups',
        'expected "all" or a list of groups, got a mapping',
        '[{method: uv, command: sync, groups: {docs: 1}}]',
      ],
      ['config:validation:invalid-dict', '[0]', 'docs is not a dictionary', '[docs]'],
      ['config:validation:invalid-path', '[0].path', 'path  does not exist', '[{path: ""}]'],
      ['config:validation:invalid-list', '', 'expected list', '{path: .}'],
    ] as const
  ).map(
    ([id, key, words, install]) =>
      [id, `python.install${key}`, words, `${BUILD}python: {install: ${install}}\n${SPHINX}`] as const,
  ),
  ...(['-f', '/tmp/a.deb', './a.deb'] as const).map(
    (name) =>
      [
        'config:apt:invalid-package-name-prefix',
        'build.apt_packages[0]',
        `${name} does not begin with a letter or a digit, as a package name must`,
        `${BUILD}  apt_packages: ["${name}"]\n`,
      ] as const,
  ),
  ...(['+x', '_x', 'a b', 'a;b', 'a=1'] as const).map(
    (name) =>
      [
        'config:apt:invalid-package-name',
        'build.apt_packages[1]',
        `${name} is not a package name: only letters, digits, ".", "+" and "-" are allowed`,
        `${BUILD}  apt_packages: [make, "${name}"]\n`,
      ] as const,
  ),
  ...(['miniconda3-4.7', 'mambaforge-23.11', 'miniforge3-24.11'] as const).map(
    (python) =>
      [
        'config:conda:required',
        'conda',
        `"conda.environment" has to name an environment file, because "build.tools.python" is ${python}`,
        `version: 2\nbuild: {os: ubuntu-24.04, tools: {python: "${python}"}}\n${SPHINX}`,
      ] as const,
  ),
  [
    'config:submodules:include-exclude-together',
    'submodules',
    'You can not exclude and include submodules at the same time',
    `${BUILD}${SPHINX}submodules: {include: all, exclude: [two]}\n`,
  ],
  [
    'config:sphinx:invalid-config-file',
    'sphinx.configuration',
    'expected the path of a conf.py, got docs/settings.py',
    `${BUILD}sphinx: {configuration: docs/settings.py}\n`,
  ],
  [
    'config:validation:invalid-bool',
    'mkdocs.fail_on_warning',
    'expected one of (0, 1, true, false), got maybe',
    `${BUILD}mkdocs: {configuration: mkdocs.yml, fail_on_warning: maybe}\n`,
  ],
  [
    'config:validation:invalid-choice',
    'formats[0]',
    'expected one of (htmlzip, pdf, epub), got doc',
    `formats: [doc]\n${BUILD}sphinx: {builder: nope}\n`,
  ],
  [
    'config:validation:invalid-choice',
    'build.tools',
    'expected one of (python, nodejs, ruby, rust, golang), got java',
    'version: 2\nbuild: {os: ubuntu-24.04, tools: {java: "21"}}\n',
  ],
  [
    'config:validation:invalid-choice',
    'build.jobs',
    'expected one of (pre_checkout, post_checkout, pre_system_dependencies, post_system_dependencies, pre_create_environment, create_environment, post_create_environment, pre_install, install, post_install, pre_build, post_build, build), got before_build',
    `${BUILD}  jobs: {before_build: [make]}\n`,
  ],
  [
    'config:validation:invalid-choice',
    'build.jobs.build',
    'expected one of (html, htmlzip, pdf, epub), got man',
    `${BUILD}  jobs: {build: {man: [make]}}\n`,
  ],
  ['config:validation:invalid-dict', 'sphinx', 'docs is not a dictionary', `${BUILD}sphinx: docs\n`],
  [
    'config:validation:invalid-path-pattern',
    'search.ignore[0]',
    'an empty pattern means no page',
    `${BUILD}${SPHINX}search: {ignore: [/]}\n`,
  ],
  ['config:validation:invalid-string', 'build.commands[0]', 'expected string', `${BUILD}  commands: [3]\n`],
  [
    'config:validation:value-not-found',
    'build.os',
    'os not found; "build.tools" needs it, such as "os: ubuntu-24.04"',
    'version: 2\nbuild: {tools: {python: "3"}}\n',
  ],
  ['config:validation:value-not-found', 'conda.environment', 'environment not found', `${BUILD}conda: {}\n`],
];

describe('a file that today’s service refuses is refused by the same id:', () => {
  test.each(REFUSALS)('%s at "%s": %s', async (id, key, words, text) => {
    const { messageId, key: at, reason } = await refusalOf(text);
    expect([messageId, at, reason]).toEqual([id, key, words]);
  });

  test.each<[what: string, text: string, refused: readonly (readonly [id: string, reason: string])[]]>([
    ['a file of today', `${BUILD}${SPHINX}`, []],
    ['commands of its own', 'version: 2\nbuild: {os: ubuntu-24.04, commands: [make]}\n', []],
    ['jobs for all steps', `${BUILD}  jobs: {install: [make]}\n`, []],
    [
      'no configuration of Sphinx',
      `${BUILD}sphinx: {builder: html}\n`,
      [['config:sphinx:missing-config', '"sphinx.configuration" is required']],
    ],
    ['no tool', BUILD, [['config:sphinx:missing-config', '"sphinx.configuration" is required']]],
    [
      'no configuration of MkDocs',
      `${BUILD}mkdocs: {}\n`,
      [['config:mkdocs:missing-config', '"mkdocs.configuration" is required']],
    ],
    [
      'no system',
      `version: 2\n${SPHINX}`,
      [['build:user:config:build-os-required', '"build.os" is required']],
    ],
    [
      'the keys of 2020',
      'version: 2\nbuild: {image: latest}\npython: {version: 3.8, system_packages: true}\nmkdocs: {}\n',
      [
        [
          'build:user:config:build-image-deprecated',
          '"build.image" has been removed in favor of "build.os" and "build.tools"',
        ],
        [
          'config:base:invalid-key-name',
          '"python.version" has been removed in favor of "build.tools.python"',
        ],
        ['config:python:system-packages-removed', '"python.system_packages" has been removed'],
        ['config:mkdocs:missing-config', '"mkdocs.configuration" is required'],
      ],
    ],
  ])('or is read here, with what the service refuses of it: %s', async (_, text, refused) => {
    const { refusedToday } = await readFile(text);
    expect(refusedToday.map(({ message, reason }) => [message, reason])).toEqual(refused);
  });

  test('none at all is read as the defaults', async () => {
    const found = await readConfig(mkdtempSync(join(folder, 'none-')), {
      project: { documentationType: 'sphinx' },
    });
    expect(found).toMatchObject({
      found: false,
      refusedToday: [
        {
          message: 'config:path:default-not-found',
          reason: 'No configuration file was found in the repository',
        },
      ],
    });
  });

  test('a file that is not where the project names it', async () => {
    const missing = readConfig(mkdtempSync(join(folder, 'empty-')), {
      project: { documentationType: 'sphinx' },
      fallbackPath: 'docs/.readthedocs.yaml',
    });
    await expect(missing).rejects.toMatchObject({
      messageId: 'config:path:not-found',
      message: 'Configuration file not found: docs/.readthedocs.yaml',
    });
  });

  test('with no other ids than those', () => {
    const known: readonly string[] = CONFIG_MESSAGE_IDS;
    expect(REFUSALS.map(([id]) => id).filter((id) => !known.includes(id))).toEqual([]);
    const tried = new Set(['config:path:not-found', ...REFUSALS.map(([id]) => id)]);
    expect(CONFIG_MESSAGE_IDS.filter((id) => !tried.has(id))).toEqual([
      // Not refused here: the service says these of a file that Lectern can still build, or never of a file.
      'config:generic',
      'config:path:default-not-found',
      'config:key:not-supported-in-version',
      'config:sphinx:missing-config',
      'config:mkdocs:missing-config',
      'build:user:config:build-os-required',
    ]);
  });
});

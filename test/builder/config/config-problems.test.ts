import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../../src-server/builder/config/parse-config.ts';
import { expectRefusal, FILE, type Refusal, read, refused } from './config-text.ts';

const INSTALL = 'python:\n  install:\n';

const ROWS: Refusal[] = [
  [
    'sphinx.fail_on_warning',
    'invalid-bool',
    'expected one of (0, 1, true, false), got maybe',
    'sphinx:\n  fail_on_warning: maybe\n',
    3,
  ],
  [
    'mkdocs.fail_on_warning',
    'invalid-bool',
    'expected one of (0, 1, true, false), got a list',
    'mkdocs:\n  fail_on_warning: [true]\n',
    3,
  ],
  [
    'submodules.recursive',
    'invalid-bool',
    'expected one of (0, 1, true, false), got 2',
    'submodules:\n  recursive: 2\n',
    3,
  ],
  [
    'formats[1]',
    'invalid-choice',
    'expected one of (htmlzip, pdf, epub), got doc',
    'formats:\n  - pdf\n  - doc\n',
    4,
  ],
  [
    'python.version',
    'invalid-choice',
    'expected one of (2, 2.7, 3, 3.5, 3.6, 3.7, 3.8, pypy3.5), got 9',
    'python:\n  version: 9\n',
    3,
  ],
  [
    'sphinx.builder',
    'invalid-choice',
    'expected one of (html, htmldir, dirhtml, singlehtml), got latex',
    'sphinx:\n  builder: latex\n',
    3,
  ],
  [
    'build.image',
    'invalid-choice',
    'expected one of (stable, latest, 2.0, 4.0, 5.0, 6.0, 7.0), got 3.0',
    'build:\n  image: 3.0\n',
    3,
  ],
  [
    'python.install[0].method',
    'invalid-choice',
    'expected one of (pip, setuptools, uv), got poetry',
    `${INSTALL}    - path: .\n      method: poetry\n`,
    5,
  ],
  ['formats', 'invalid-list', 'expected list', 'formats: pdf\n', 2],
  ['formats', 'invalid-list', 'expected list', 'formats:\n', 2],
  ['python.install', 'invalid-list', 'expected list', 'python:\n  install: {path: .}\n', 3],
  ['submodules.include', 'invalid-list', 'expected list', 'submodules:\n  include: one\n', 3],
  [
    'sphinx.configuration',
    'invalid-string',
    'expected string',
    'sphinx:\n  configuration: [docs/conf.py]\n',
    3,
  ],
  [
    'python.install[0].extra_requirements[0]',
    'invalid-string',
    'expected string',
    `${INSTALL}    - path: .\n      extra_requirements: [3]\n`,
    5,
  ],
  ['build', 'invalid-dictionary', 'null is not a dictionary', 'build:\n', 2],
  ['sphinx', 'invalid-dictionary', 'docs/conf.py is not a dictionary', 'sphinx: docs/conf.py\n', 2],
  [
    'python.install[0]',
    'invalid-dictionary',
    'requirements.txt is not a dictionary',
    `${INSTALL}    - requirements.txt\n`,
    4,
  ],
  ['mkdocs.configuration', 'invalid-path', 'path  does not exist', 'mkdocs:\n  configuration: ""\n', 3],
  ['conda.environment', 'value-not-found', 'environment not found', 'conda: {}\n', 2],
  [
    'python.install[1]',
    'config-required',
    '"path" or "requirements" key is required',
    `${INSTALL}    - path: .\n    - method: pip\n`,
    5,
  ],
  [
    'python.install[0].extra_requirements',
    'python-invalid',
    'You need to install your project with pip to use extra_requirements',
    `${INSTALL}    - path: .\n      method: setuptools\n      extra_requirements: [docs]\n`,
    6,
  ],
  [
    'submodules',
    'submodules-invalid',
    'You can not exclude and include submodules at the same time',
    'submodules:\n  include: [one]\n  exclude: [two]\n',
    2,
  ],
  [
    'mkdocs',
    'invalid-keys-combination',
    'You can not have the ``sphinx`` and ``mkdocs`` keys at the same time',
    'sphinx: {}\nmkdocs: {}\n',
    3,
  ],
  ['build.extra', 'invalid-key', 'build.extra', 'build:\n  extra: 1\nanother: 2\n', 3],
  ['requirements_file', 'invalid-key', 'requirements_file', 'requirements_file: x\nsphinx: {nope: 1}\n', 2],
  [
    'python.install[0].path',
    'invalid-key',
    'python.install[0].path',
    `${INSTALL}    - requirements: a\n      path: b\n`,
    5,
  ],
];

describe('a configuration is refused:', () => {
  test.each(ROWS)('%s %s %s', (...row) => expectRefusal(row));

  test('for the documentation type of the project when the file names no builder', () => {
    const { key, code, reason } = refused(() => read('formats: []\n', 'mkdocs'));
    expect([key, code]).toEqual(['mkdocs', 'invalid-keys-combination']);
    expect(reason).toBe(
      'Your project is configured as "MkDocs" in your admin dashboard, but there is no "mkdocs" key specified.',
    );
  });

  test.each(['1', '3', '"2.0"', 'two', '[2]', 'true', 'null'])(
    'for its version %s before all other problems',
    (version) => {
      const text = `nonsense: 1\nversion: ${version}\nsphinx: 3\n`;
      const problem = refused(() => parseConfig({ file: FILE, text }));
      expect(problem).toMatchObject({ key: 'version', code: 'version-invalid', line: 2 });
      expect(problem.message).toBe('Invalid version of the configuration file');
    },
  );
});

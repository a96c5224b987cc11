import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Gates } from '../../support/program/build-gates.ts';

/** The releases of the repository, oldest first. */
export const TAGS = ['v1.0', 'v1.1', 'v2.0', 'v2.1'] as const;
/** What the build writes when it comes to its last gate, and when it has passed that. */
export const WAITING_OUTPUT = 'Waiting for the tide';
export const RESUMED_OUTPUT = 'The tide is here';

const CONFIG = `version: 2
build:
  os: ubuntu-22.04
  tools:
    python: "3.11"
`;
const SPHINX = `sphinx:
  configuration: docs/conf.py
formats: [htmlzip]
`;
const INDEX = `Almanac
=======

The tides of the harbour.

.. toctree::

   changes

\`The harbour <https://harbour.example.org/>\`_, or \`all of it as a zip </_/downloads/en/latest/htmlzip/>\`_.
`;

/** A repository that can be worked on further. */
export type E2eRepository = {
  readonly folder: string;
  /** Writes files and commits all that has changed. */
  readonly commit: (message: string, files: Readonly<Record<string, string>>) => void;
};

/**
 * Makes a git repository at `folder`: branches `main` (its default) and `next`, a tag a release, docs made with Sphinx
 * and the config of builds. With gates, builds can be held at `cloning`, `installing` and `building`.
 */
export function createE2eRepository(folder: string, gates?: Gates): E2eRepository {
  const commit: E2eRepository['commit'] = (message, files) => {
    write(folder, files);
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '--message', message);
  };
  mkdirSync(folder);
  git(folder, 'init', '--quiet', '--initial-branch=main');
  write(folder, {
    '.readthedocs.yaml': CONFIG + (gates ? jobs(gates) : '') + SPHINX,
    'docs/conf.py': conf(gates),
    'docs/index.rst': INDEX,
    'almanac/__init__.py': '',
  });
  for (const tag of TAGS) {
    commit(`Release ${tag}`, { 'docs/changes.rst': `Changes\n=======\n\n${tag}\n` });
    git(folder, 'tag', tag);
  }
  git(folder, 'branch', 'next');
  return { folder, commit };
}

function jobs({ command }: Gates): string {
  return `  jobs:
    post_checkout: [${JSON.stringify(command('cloning'))}]
    pre_system_dependencies: [${JSON.stringify(command('installing'))}]
`;
}

function conf(gates: Gates | undefined): string {
  const gate = gates
    ? `print('${WAITING_OUTPUT}')\n${gates.python('building')}print('${RESUMED_OUTPUT}')\n`
    : '';
  return `${gate}project = 'Almanac'\n`;
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Nothing of this machine's own settings decides what comes of it. */
function git(folder: string, ...args: readonly string[]): void {
  const gitIdentity = [
    '-c',
    'user.name=Mira',
    '-c',
    'user.email=mira@example.org',
    '-c',
    'commit.gpgsign=false',
  ];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  execFileSync('git', [...gitIdentity, ...args], { cwd: folder, env, stdio: 'pipe' });
}

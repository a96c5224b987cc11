import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The releases of the repository, oldest first. */
export const TAGS = ['v1.0', 'v1.1', 'v2.0', 'v2.1'] as const;

const CONFIG = `version: 2
build:
  os: ubuntu-22.04
  tools:
    python: "3.11"
sphinx:
  configuration: docs/conf.py
`;
const FILES = {
  '.readthedocs.yaml': CONFIG,
  'docs/conf.py': "project = 'Almanac'\n",
  'docs/index.rst': 'Almanac\n=======\n\nThe tides of the harbour.\n',
  'almanac/__init__.py': '',
};

/**
 * Makes a git repository at `folder`: branches `main` (its default) and `next`, a tag a release, docs made with Sphinx
 * and the config of builds.
 */
export function makeRepository(folder: string): void {
  mkdirSync(folder);
  git(folder, 'init', '--quiet', '--initial-branch=main');
  write(folder, FILES);
  for (const tag of TAGS) {
    write(folder, { 'docs/changes.rst': `Changes\n=======\n\n${tag}\n` });
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '--message', `Release ${tag}`);
    git(folder, 'tag', tag);
  }
  git(folder, 'branch', 'next');
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Nothing of this machine's own settings decides what comes of it. */
function git(folder: string, ...args: readonly string[]): void {
  const who = ['-c', 'user.name=Mira', '-c', 'user.email=mira@example.org', '-c', 'commit.gpgsign=false'];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  execFileSync('git', [...who, ...args], { cwd: folder, env, stdio: 'pipe' });
}

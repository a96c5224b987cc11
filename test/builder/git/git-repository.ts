import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A repository on this machine. */
export type GitRepository = {
  readonly folder: string;
  readonly git: (...args: readonly string[]) => string;
  /** Writes files and commits all changes; returns the commit. */
  readonly commit: (message: string, files?: Readonly<Record<string, string>>) => string;
};

/** Of the author, and without the process that looks after each commit whether there is anything to tidy up. */
const SETTINGS = ['user.name=Mira', 'user.email=mira@example.org', 'maintenance.auto=false'].flatMap(
  (setting) => ['-c', setting],
);

/** Creates a folder that is removed after the test. */
export function scratchFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-test-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates an empty repository with the branch `main`, removed after the test. */
export function gitRepository(): GitRepository {
  const folder = scratchFolder();
  const git = (...args: readonly string[]) =>
    execFileSync('git', [...SETTINGS, ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  git('init', '--quiet', '--template=', '--initial-branch=main');
  return {
    folder,
    git,
    commit(message, files = {}) {
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), content);
      }
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--message', message);
      return headOf(folder);
    },
  };
}

/** Returns the commit that was just made, as git has written it: asking git takes a process. */
function headOf(folder: string): string {
  const read = (name: string) => readFileSync(join(folder, '.git', name), 'utf8').trim();
  const head = read('HEAD');
  return head.startsWith('ref: ') ? read(head.slice('ref: '.length)) : head;
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A repository on this machine whose branch `master` is what a new project takes for the default. */
export function createHookRepository() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-hook-')));
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Mira', '-c', 'user.email=mira@example.org', ...args], {
      cwd: folder,
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
      stdio: 'ignore',
    });
  git('init', '--quiet', '--initial-branch=master');
  git('commit', '--quiet', '--allow-empty', '--message', 'First');
  return {
    folder,
    /** As a person does, with the hooks. */
    commit: () => git('commit', '--quiet', '--allow-empty', '--message', 'Next'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

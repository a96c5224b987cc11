import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KitCommit, KitRepository } from '../../model/kits/kit.ts';
import { git } from './git.ts';

const TIMEOUT_MS = 120_000;
const STREAM = 'kit-import';
/** No settings of this machine take part, so that the same kit gives the same commits everywhere. */
const ENVIRONMENT = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
};

/**
 * Makes a git repository with a work tree in a new folder, with the commits, branches, tags and dates that a kit
 * describes. Runs no hook and nothing of the kit. @throws GitError
 */
export async function makeRepository(folder: string, repository: KitRepository): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const options = { cwd: folder, timeout: TIMEOUT_MS, env: ENVIRONMENT };
  await git(['init', '-q', '--template=', '-b', repository.defaultBranch], options);
  const stream = join(folder, '.git', STREAM);
  writeFileSync(stream, importStream(repository.commits));
  const stdin = openSync(stream, 'r');
  try {
    await git(['fast-import', '--quiet', '--date-format=raw'], { ...options, stdin });
  } finally {
    closeSync(stdin);
    rmSync(stream, { force: true });
  }
  await git(['-c', 'core.symlinks=false', 'reset', '-q', '--hard'], options);
}

/** Writes the commits in the form that `git fast-import` reads. */
function importStream(commits: readonly KitCommit[]): Buffer {
  const parts: Buffer[] = [];
  const line = (text: string) => parts.push(Buffer.from(`${text}\n`));
  const data = (bytes: Uint8Array) => {
    line(`data ${bytes.length}`);
    parts.push(Buffer.from(bytes), Buffer.from('\n'));
  };
  const tagged = new Map<string, string>();
  commits.forEach((commit, index) => {
    const mark = `:${index + 1}`;
    const seconds = Math.floor(commit.at / 1_000_000);
    line(`commit refs/heads/${commit.branch}`);
    line(`mark ${mark}`);
    line(`author ${commit.author} ${seconds} +0000`);
    line(`committer ${commit.author} ${seconds} +0000`);
    data(Buffer.from(`${commit.message}\n`));
    if (commit.from !== undefined) line(`from ${tagged.get(commit.from) ?? `refs/heads/${commit.from}`}`);
    if (commit.files) {
      line('deleteall');
      for (const [path, bytes] of commit.files) {
        line(`M ${isProgram(bytes) ? '100755' : '100644'} inline ${quote(path)}`);
        data(bytes);
      }
    }
    for (const tag of commit.tags) {
      tagged.set(tag, mark);
      line(`reset refs/tags/${tag}`);
      line(`from ${mark}`);
    }
  });
  line('done');
  return Buffer.concat(parts);
}

function isProgram(bytes: Uint8Array): boolean {
  return bytes[0] === 0x23 && bytes[1] === 0x21;
}

function quote(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&')}"`;
}

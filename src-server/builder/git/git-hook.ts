import { chmod, mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Conflict, NotFound } from '../../model/base/problems.ts';
import {
  findHookBlock,
  formatHookBlock,
  HOOK_EVENTS,
  type HookEvent,
  type HookRepository,
  type HookTarget,
  hookConflictReason,
  type InstalledHook,
  insertHookBlock,
  removeHookBlock,
} from '../../model/webhooks/git-hook.ts';
import { GitError, git } from './git.ts';

const TIMEOUT_MS = 10_000;
/** A hook contains a secret. */
const PRIVATE_MODE = 0o700;

/** Finds the hooks of a repository: a working tree, a linked one or a bare repository. @throws NotFound when it is none */
export async function findHookRepository(path: string): Promise<HookRepository> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new NotFound(`There is no folder ${path}.`);
  const query = (...args: readonly string[]) => git(['-C', path, ...args], { timeout: TIMEOUT_MS });
  let output: string;
  try {
    output = await query('rev-parse', '--is-bare-repository', '--git-common-dir', '--git-path', 'hooks');
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const reason =
      error.kind === 'missing' ? 'there is no git on this computer' : 'it is not a git repository';
    throw new NotFound(`${path} has no hooks: ${reason}.`);
  }
  const [isBare, gitFolder = '', hooks = ''] = output.trimEnd().split('\n');
  const top = isBare === 'true' ? path : (await query('rev-parse', '--show-toplevel')).trimEnd();
  const remotes = await query('config', '--get-regexp', String.raw`^remote\..*\.url$`).catch(() => '');
  return {
    folder: await realpath(resolve(path, top)),
    gitFolder: await realpath(resolve(path, gitFolder)),
    hooksFolder: await resolveExisting(resolve(path, hooks)),
    isBare: isBare === 'true',
    remotes: remotes.split('\n').flatMap((line) => line.split(' ').slice(1).join(' ') || []),
  };
}

/** Checks that `installHook` can install the hook. @throws Conflict with what to do instead */
export async function checkHook(repository: HookRepository, event: HookEvent): Promise<void> {
  const { folder, gitFolder, hooksFolder, isBare } = repository;
  if (isWithin(hooksFolder, folder) && !isWithin(hooksFolder, gitFolder)) {
    throw new Conflict(
      `git looks for the hooks of ${folder} in ${hooksFolder} (core.hooksPath), which is committed with the repository. ` +
        'A secret must not be stored there: call the webhook of a generic integration from a hook of your own instead.',
    );
  }
  if (isBare !== (event === 'post-receive')) {
    throw new Conflict(
      isBare
        ? `${folder} is a bare repository: only post-receive is called there.`
        : `${folder} has a working tree: post-receive is called in bare repositories only.`,
    );
  }
  const file = join(hooksFolder, event);
  const reason = hookConflictReason(await textOf(file), event);
  if (reason !== undefined) {
    throw new Conflict(
      `There is already a hook ${file}, and Lectern cannot add its own: ${reason}. ` +
        'Call the webhook of a generic integration from that hook, or move it away first.',
    );
  }
}

/** Returns Lectern's hooks in a repository. */
export async function installedHooks({ hooksFolder }: HookRepository): Promise<InstalledHook[]> {
  const found = await Promise.all(
    HOOK_EVENTS.map(async (event) => {
      const file = join(hooksFolder, event);
      const block = findHookBlock(await textOf(file));
      return block ? [{ ...block, event, file }] : [];
    }),
  );
  return found.flat();
}

/** Writes Lectern's block into the hook, replacing an earlier one; returns the file. @throws Conflict as `checkHook` does */
export async function installHook(
  repository: HookRepository,
  event: HookEvent,
  target: HookTarget,
): Promise<string> {
  await checkHook(repository, event);
  const file = join(repository.hooksFolder, event);
  const text = insertHookBlock(await textOf(file), formatHookBlock(repository, event, target));
  await mkdir(dirname(file), { recursive: true });
  await write(file, text);
  return file;
}

/** Removes Lectern's blocks from all hooks, and hooks that contain nothing else; returns what was removed. */
export async function removeHooks(repository: HookRepository): Promise<InstalledHook[]> {
  const installed = await installedHooks(repository);
  for (const { file } of installed) {
    const rest = removeHookBlock(await textOf(file));
    if (rest === '') await rm(file);
    else await write(file, rest);
  }
  return installed;
}

/** Writes a file that others can never read, not even for a moment. */
async function write(file: string, text: string): Promise<void> {
  await chmod(file, PRIVATE_MODE).catch(() => {});
  await writeFile(file, text, { mode: PRIVATE_MODE });
  await chmod(file, PRIVATE_MODE);
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

/** Resolves links in a path that need not exist yet. */
async function resolveExisting(path: string): Promise<string> {
  return realpath(path).catch(async () => {
    const parent = dirname(path);
    return parent === path
      ? path
      : join(await resolveExisting(parent), path.slice(parent.length).replace(/^[/\\]+/, ''));
  });
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

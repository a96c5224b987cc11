import { chmod, mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Conflict, NotFound } from '../../model/base/problems.ts';
import {
  blockIn,
  HOOK_EVENTS,
  type HookEvent,
  type HookPlace,
  type HookTarget,
  hookBlock,
  type InstalledHook,
  whyNotInto,
  withBlock,
  withoutBlock,
} from '../../model/webhooks/git-hook.ts';
import { GitFailed, git } from './git.ts';

const TIMEOUT_MS = 10_000;
/** The secret is in it. */
const PRIVATE = 0o700;

/** Where a repository's hooks are: a working tree, one of several, or a bare one. @throws NotFound when it is none */
export async function findHookPlace(path: string): Promise<HookPlace> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new NotFound(`There is no folder ${path}.`);
  const ask = (...words: readonly string[]) => git(['-C', path, ...words], { timeout: TIMEOUT_MS });
  let said: string;
  try {
    said = await ask('rev-parse', '--is-bare-repository', '--git-common-dir', '--git-path', 'hooks');
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    const why = error.why === 'missing' ? 'there is no git on this computer' : 'it is no git repository';
    throw new NotFound(`${path} has no hooks: ${why}.`);
  }
  const [isBare, gitFolder = '', hooks = ''] = said.trimEnd().split('\n');
  const top = isBare === 'true' ? path : (await ask('rev-parse', '--show-toplevel')).trimEnd();
  const remotes = await ask('config', '--get-regexp', String.raw`^remote\..*\.url$`).catch(() => '');
  return {
    folder: await realpath(resolve(path, top)),
    gitFolder: await realpath(resolve(path, gitFolder)),
    hooksFolder: await real(resolve(path, hooks)),
    isBare: isBare === 'true',
    remotes: remotes.split('\n').flatMap((line) => line.split(' ').slice(1).join(' ') || []),
  };
}

/** Refuses before anything is made what `installHook` would refuse. @throws Conflict with what to do instead */
export async function checkHook(place: HookPlace, event: HookEvent): Promise<void> {
  const { folder, gitFolder, hooksFolder, isBare } = place;
  if (isWithin(hooksFolder, folder) && !isWithin(hooksFolder, gitFolder)) {
    throw new Conflict(
      `git looks for the hooks of ${folder} in ${hooksFolder} (core.hooksPath), which is part of what is committed. ` +
        'A secret must not lie there: call the webhook of a generic integration from a hook of your own instead.',
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
  const why = whyNotInto(await textOf(file), event);
  if (why !== undefined) {
    throw new Conflict(
      `There is a hook ${file} already, and ours cannot go into it: ${why}. ` +
        'Call the webhook of a generic integration from that hook, or move it away first.',
    );
  }
}

/** Our hooks in a repository. */
export async function installedHooks({ hooksFolder }: HookPlace): Promise<InstalledHook[]> {
  const found = await Promise.all(
    HOOK_EVENTS.map(async (event) => {
      const file = join(hooksFolder, event);
      const block = blockIn(await textOf(file));
      return block ? [{ ...block, event, file }] : [];
    }),
  );
  return found.flat();
}

/** Writes our block into the hook, in place of one that is there; gives the file. @throws Conflict as `checkHook` does */
export async function installHook(place: HookPlace, event: HookEvent, target: HookTarget): Promise<string> {
  await checkHook(place, event);
  const file = join(place.hooksFolder, event);
  const text = withBlock(await textOf(file), hookBlock(place, event, target));
  await mkdir(dirname(file), { recursive: true });
  await write(file, text);
  return file;
}

/** Takes our block out of all hooks; a hook that was nothing else goes. Gives what was there. */
export async function removeHooks(place: HookPlace): Promise<InstalledHook[]> {
  const installed = await installedHooks(place);
  for (const { file } of installed) {
    const rest = withoutBlock(await textOf(file));
    if (rest === '') await rm(file);
    else await write(file, rest);
  }
  return installed;
}

/** Never readable by others, not even for a moment. */
async function write(file: string, text: string): Promise<void> {
  await chmod(file, PRIVATE).catch(() => {});
  await writeFile(file, text, { mode: PRIVATE });
  await chmod(file, PRIVATE);
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

/** The folder need not be there yet. */
async function real(path: string): Promise<string> {
  return realpath(path).catch(async () => {
    const parent = dirname(path);
    return parent === path
      ? path
      : join(await real(parent), path.slice(parent.length).replace(/^[/\\]+/, ''));
  });
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

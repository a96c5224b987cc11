import { Conflict, NotFound } from '../../model/base/problems.ts';
import {
  defaultHookEvent,
  type GitHooks,
  type HookEvent,
  type HookRepository,
  type HookTarget,
} from '../../model/webhooks/git-hook.ts';
import {
  type HookIntegrations,
  installHook,
  localHookIntegrations,
  removeHookIntegrations,
} from '../../services/webhooks/git-hooks.ts';
import { FolderInUse } from '../../store/file/database-problems.ts';
import { resolveDataFolder, resolvePathArg } from '../paths.ts';
import type { Terminal } from '../terminal.ts';
import { type CoreOptions, operator, withCore } from '../with-core.ts';
import { remoteIntegrations } from './remote-integrations.ts';

type InstallOptions = CoreOptions & {
  readonly project: string | undefined;
  readonly event: HookEvent | undefined;
  readonly server: string | undefined;
};

type RemoveOptions = CoreOptions & Pick<InstallOptions, 'server'>;

const TOKEN = 'LECTERN_TOKEN';
const RUNNING_HINT =
  'While Lectern runs, do this in its window (project, Settings, Webhooks), or set ' +
  `${TOKEN} to a token of a maintainer and try again.`;

async function loadHooks(): Promise<GitHooks> {
  return (await import('../../host/runtime/machine.ts')).gitHooks;
}

/** Runs `hook install PATH`. @throws NotFound @throws Conflict with what to do @throws FolderInUse */
export async function installGitHook(
  options: InstallOptions,
  path: string,
  terminal: Terminal,
): Promise<number> {
  const files = await loadHooks();
  const repository = await files.find(resolvePathArg(path));
  const event = options.event ?? defaultHookEvent(repository);
  await files.check(repository, event);
  const server =
    options.server === undefined
      ? { holderFile: resolveDataFolder(options.data).holder }
      : { url: options.server };
  const hooks: GitHooks<Omit<HookTarget, 'server'>> = {
    ...files,
    install: (place, at, target) => files.install(place, at, { ...target, server }),
  };
  return withIntegrations(options, terminal, async (integrations) => {
    const urls = repositoryUrls(repository);
    const project = options.project ?? onlyProject(await integrations.projectsOfRepository(urls), repository);
    const { file, integrationId, leftover } = await installHook({
      ...{ hooks, integrations, repository, event, project },
    });
    if (leftover !== undefined)
      terminal.log(
        `The integration of the previous hook could not be removed: ${leftover} Remove it in the window.`,
      );
    terminal.answer({ project, event, file, integration: integrationId }, [
      `Lectern now builds ${project} at each ${event} in ${repository.folder}.`,
      `The hook is ${file}; it calls integration ${integrationId} of ${project}.`,
    ]);
    return 0;
  });
}

/** Uses the Lectern of `--server`, else the data folder, else the Lectern that has it open. @throws FolderInUse */
async function withIntegrations<T>(
  options: RemoveOptions,
  terminal: Terminal,
  work: (integrations: HookIntegrations) => Promise<T>,
): Promise<T> {
  if (options.server !== undefined)
    return work(remoteIntegrations(options.server, requireToken(), 'elsewhere'));
  try {
    return await withCore(options, terminal, 'existing', ({ services }) =>
      work(localHookIntegrations(services.integrations, operator)),
    );
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    const url = error.holder?.url;
    const token = process.env[TOKEN];
    if (url !== undefined && token) return work(remoteIntegrations(url, token, 'here'));
    terminal.log(RUNNING_HINT);
    throw error;
  }
}

/** Returns the URLs under which a project may have this repository. */
function repositoryUrls({ folder, gitFolder, remotes }: HookRepository): string[] {
  return [folder, gitFolder, ...remotes];
}

/** Returns the only project. @throws NotFound when there is none @throws Conflict when there are several */
function onlyProject(slugs: readonly string[], { folder, remotes }: HookRepository): string {
  const [first, ...more] = slugs;
  if (first === undefined) {
    const places = [folder, ...remotes.map((url) => url.replace(/\/\/[^/@]*@/, '//'))].join(' or ');
    throw new NotFound(
      `No project has the repository ${places}. Import it first, or name a project with --project.`,
    );
  }
  if (more.length === 0) return first;
  throw new Conflict(`Several projects have this repository: ${slugs.join(', ')}. Name one with --project.`);
}

/** Runs `hook remove PATH`. @throws NotFound when Lectern has no hook there @throws Conflict for `--server` without a token */
export async function removeGitHook(
  options: RemoveOptions,
  path: string,
  terminal: Terminal,
): Promise<number> {
  const hooks = await loadHooks();
  const repository = await hooks.find(resolvePathArg(path));
  if (options.server !== undefined) requireToken();
  const removed = await hooks.remove(repository);
  if (removed.length === 0) throw new NotFound(`There is no hook of Lectern in ${repository.folder}.`);
  const remaining = new Set(removed);
  try {
    await withIntegrations(options, terminal, async (integrations) => {
      for (const hook of removed) {
        await removeHookIntegrations(integrations, repository, hook);
        remaining.delete(hook);
      }
    });
  } catch {
    // The hook is removed, as requested; nothing calls its integration any more.
    for (const { project, integrationId } of remaining)
      terminal.log(`Integration ${integrationId} of ${project} is still there; remove it in the window.`);
  }
  terminal.answer(
    {
      repository: repository.folder,
      removed: removed.map(({ event, project, integrationId }) => ({
        event,
        project,
        integration: integrationId,
      })),
    },
    removed.map(({ event, project }) => `${event} in ${repository.folder} no longer builds ${project}.`),
  );
  return 0;
}

/** Returns the token of the environment. @throws Conflict when there is none */
function requireToken(): string {
  const token = process.env[TOKEN];
  if (token) return token;
  throw new Conflict(`Set ${TOKEN} to a token of a maintainer: --server needs it.`);
}

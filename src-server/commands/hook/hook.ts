import { Conflict, NotFound } from '../../model/base/problems.ts';
import {
  defaultHookEvent,
  type GitHooks,
  type HookEvent,
  type HookRepository,
  type HookTarget,
  hookIntegrationIds,
  hookNote,
  type InstalledHook,
} from '../../model/webhooks/git-hook.ts';
import { FolderInUse } from '../../store/file/database-problems.ts';
import { resolveDataFolder, resolvePathArg } from '../paths.ts';
import type { Terminal } from '../terminal.ts';
import { type CoreOptions, withCore } from '../with-core.ts';
import {
  type IntegrationClient,
  localIntegrationClient,
  remoteIntegrationClient,
} from './integration-client.ts';

type InstallOptions = CoreOptions & {
  readonly project: string | undefined;
  readonly event: HookEvent | undefined;
  readonly server: string | undefined;
};

/** What was made for a hook, or what is to be. */
type HookIntegration = Pick<HookTarget, 'project' | 'integrationId' | 'secret'>;
type RemoveOptions = CoreOptions & Pick<InstallOptions, 'server'>;

const TOKEN = 'LECTERN_TOKEN';
const RUNNING_HINT =
  'While Lectern runs, do this in its window (project, Settings, Webhooks), or set ' +
  `${TOKEN} to a token of a maintainer and try again.`;

async function loadHooks(): Promise<GitHooks> {
  return (await import('../../host/runtime/machine.ts')).gitHooks;
}

/** `hook install PATH`. @throws NotFound @throws Conflict with what to do @throws FolderHeld */
export async function installGitHook(
  options: InstallOptions,
  path: string,
  terminal: Terminal,
): Promise<number> {
  const hooks = await loadHooks();
  const place = await hooks.find(resolvePathArg(path));
  const event = options.event ?? defaultHookEvent(place);
  await hooks.check(place, event);
  const server =
    options.server === undefined
      ? { holderFile: resolveDataFolder(options.data).holder }
      : { url: options.server };
  const { project, integrationId, file } = await withIntegrationClient(options, terminal, async (client) => {
    const slug =
      options.project ?? onlyProject(await client.projectsOfRepository(repositoryUrls(place)), place);
    const write = (integration: HookIntegration) => hooks.install(place, event, { ...integration, server });
    return replaceHook({ hooks, client, place, event, project: slug, write, terminal });
  });
  terminal.answer({ project, event, file, integration: integrationId }, [
    `Lectern builds ${project} from now on at each ${event} in ${place.folder}.`,
    `The hook is ${file}; integration ${integrationId} of ${project} was made for it.`,
  ]);
  return 0;
}

type ReplaceHookOptions = {
  readonly hooks: GitHooks;
  readonly client: IntegrationClient;
  readonly place: HookRepository;
  readonly event: HookEvent;
  readonly project: string;
  readonly write: (integration: HookIntegration) => Promise<string>;
  readonly terminal: Terminal;
};

/** A hook has one integration: once the new one is written down, what was made for it before goes with its secret. */
async function replaceHook({ hooks, client, place, event, project, write, terminal }: ReplaceHookOptions) {
  const old = await hooks.installed(place);
  const note = hookNote(place, event, client.hostName);
  const made = await client.create(project, note);
  const { integrationId } = made;
  let file: string;
  try {
    file = await write({ project, ...made });
  } catch (error) {
    await client.remove(project, integrationId);
    throw error;
  }
  const previousId = old.find((hook) => hook.file === file && hook.project === project)?.integrationId;
  try {
    for (const id of hookIntegrationIds(await client.list(project), place, note, previousId))
      if (id !== integrationId) await client.remove(project, id);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown error';
    terminal.log(
      `The integration of the hook before could not be removed; remove it in the window. ${reason}`,
    );
  }
  return { project, integrationId, file };
}

/** Works with the Lectern of `--server`, with the data folder, or with the Lectern that has that. @throws FolderHeld */
async function withIntegrationClient<T>(
  options: RemoveOptions,
  terminal: Terminal,
  work: (client: IntegrationClient) => Promise<T>,
): Promise<T> {
  if (options.server !== undefined)
    return work(remoteIntegrationClient(options.server, requireToken(), 'elsewhere'));
  try {
    return await withCore(options, terminal, 'existing', ({ services }) =>
      work(localIntegrationClient(services)),
    );
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    const url = error.holder?.url;
    const token = process.env[TOKEN];
    if (url !== undefined && token) return work(remoteIntegrationClient(url, token, 'here'));
    terminal.log(RUNNING_HINT);
    throw error;
  }
}

/** Where a project of this repository may say that it is. */
function repositoryUrls({ folder, gitFolder, remotes }: HookRepository): string[] {
  return [folder, gitFolder, ...remotes];
}

/** @throws NotFound @throws Conflict when several fit */
function onlyProject(slugs: readonly string[], { folder, remotes }: HookRepository): string {
  const [first, ...more] = slugs;
  if (first === undefined) {
    const places = [folder, ...remotes.map((url) => url.replace(/\/\/[^/@]*@/, '//'))].join(' or ');
    throw new NotFound(
      `No project is made of ${places}. Import it first, or name the project with --project.`,
    );
  }
  if (more.length === 0) return first;
  throw new Conflict(`Several projects are made of it: ${slugs.join(', ')}. Name one with --project.`);
}

/** `hook remove PATH`. @throws NotFound when there is none of ours @throws Conflict for `--server` without a token */
export async function removeGitHook(
  options: RemoveOptions,
  path: string,
  terminal: Terminal,
): Promise<number> {
  const hooks = await loadHooks();
  const place = await hooks.find(resolvePathArg(path));
  if (options.server !== undefined) requireToken();
  const removed = await hooks.remove(place);
  if (removed.length === 0) throw new NotFound(`There is no hook of Lectern in ${place.folder}.`);
  const remaining = new Set(removed);
  try {
    await withIntegrationClient(options, terminal, async (client) => {
      for (const hook of removed) {
        await removeHookIntegration(client, place, hook);
        remaining.delete(hook);
      }
    });
  } catch {
    // The hook is gone, which is what was asked for; what it used is told of nobody any more.
    for (const { project, integrationId } of remaining)
      terminal.log(`Integration ${integrationId} of ${project} is still there; remove it in the window.`);
  }
  terminal.answer(
    {
      repository: place.folder,
      removed: removed.map(({ event, project, integrationId }) => ({
        event,
        project,
        integration: integrationId,
      })),
    },
    removed.map(({ event, project }) => `${event} in ${place.folder} no longer builds ${project}.`),
  );
  return 0;
}

/** The project may be gone, with all that was its. */
async function removeHookIntegration(
  client: IntegrationClient,
  place: HookRepository,
  { project, event, integrationId }: InstalledHook,
): Promise<void> {
  try {
    const note = hookNote(place, event, client.hostName);
    for (const id of hookIntegrationIds(await client.list(project), place, note, integrationId))
      await client.remove(project, id);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
}

/** @throws Conflict when there is none */
function requireToken(): string {
  const token = process.env[TOKEN];
  if (token) return token;
  throw new Conflict(`Set ${TOKEN} to a token of a maintainer: --server asks by it.`);
}

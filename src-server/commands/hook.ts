import {
  type GitHooks,
  type HookEvent,
  type HookPlace,
  type HookTarget,
  usualEvent,
} from '../model/git-hook.ts';
import { Conflict, NotFound } from '../model/problems.ts';
import { FolderHeld } from '../store/database-problems.ts';
import { addIntegrationOver, projectsOver } from './hook-over-http.ts';
import { chosenFolder, givenPath } from './paths.ts';
import type { Terminal } from './terminal.ts';
import { type CoreOptions, operator, withCore } from './with-core.ts';

type InstallOptions = CoreOptions & {
  readonly project: string | undefined;
  readonly event: HookEvent | undefined;
  readonly server: string | undefined;
};

/** What was made for a hook, or what is to be. */
type Asked = Pick<HookTarget, 'project' | 'integrationId' | 'secret'>;

const TOKEN = 'LECTERN_TOKEN';
const WHILE_IT_RUNS =
  'While Lectern runs, install the hook in its window (project, Settings, Webhooks), or set ' +
  `${TOKEN} to a token of a maintainer and try again.`;

async function loadHooks(): Promise<GitHooks> {
  return (await import('../machine.ts')).gitHooks;
}

/** `hook install PATH`. @throws NotFound @throws Conflict with what to do @throws FolderHeld */
export async function installGitHook(
  options: InstallOptions,
  path: string,
  terminal: Terminal,
): Promise<number> {
  const hooks = await loadHooks();
  const place = await hooks.find(givenPath(path));
  const event = options.event ?? usualEvent(place);
  await hooks.check(place, event);
  const write = (asked: Asked, server: HookTarget['server']) =>
    hooks.install(place, event, { ...asked, server });
  const { project, integrationId, file } = await (options.server === undefined
    ? here(options, place, write, terminal)
    : over(options.server, options, place, (asked) => write(asked, { url: options.server ?? '' })));
  terminal.answer({ project, event, file, integration: integrationId }, [
    `Lectern builds ${project} from now on at each ${event} in ${place.folder}.`,
    `The hook is ${file}; integration ${integrationId} of ${project} was made for it.`,
  ]);
  return 0;
}

type Installed = { readonly project: string; readonly integrationId: number; readonly file: string };

/** In the data folder, or by the Lectern that has it. */
async function here(
  options: InstallOptions,
  place: HookPlace,
  write: (asked: Asked, server: HookTarget['server']) => Promise<string>,
  terminal: Terminal,
): Promise<Installed> {
  const server = { holderFile: chosenFolder(options.data).holder };
  try {
    return await withCore(options, terminal, 'existing', async ({ services }) => {
      const { integrations } = services;
      const project = options.project ?? theOne(integrations.projectsAt(operator, addressesOf(place)), place);
      const wanted = { provider: 'generic', secret: true, note: place.folder } as const;
      const old = await (await loadHooks()).installed(place);
      const { integration, secret } = await integrations.create(operator, project, wanted);
      const { id: integrationId } = integration;
      try {
        const file = await write({ project, integrationId, secret: secret ?? '' }, server);
        const renewed = old.find((hook) => hook.file === file && hook.project === project);
        const known = integrations.list(operator, project).some(({ id }) => id === renewed?.integrationId);
        if (renewed && known) integrations.remove(operator, project, renewed.integrationId);
        return { project, integrationId, file };
      } catch (error) {
        integrations.remove(operator, project, integrationId);
        throw error;
      }
    });
  } catch (error) {
    if (!(error instanceof FolderHeld)) throw error;
    const url = error.holder?.url;
    if (url !== undefined && process.env[TOKEN])
      return over(url, options, place, (asked) => write(asked, server));
    terminal.log(WHILE_IT_RUNS);
    throw error;
  }
}

/** By a Lectern that runs. @throws Conflict without a token */
async function over(
  url: string,
  options: InstallOptions,
  place: HookPlace,
  write: (asked: Asked) => Promise<string>,
): Promise<Installed> {
  const token = process.env[TOKEN];
  if (!token) throw new Conflict(`Set ${TOKEN} to a token of a maintainer: --server asks by it.`);
  const project = options.project ?? theOne(await projectsOver(url, token, addressesOf(place)), place);
  const { id: integrationId, secret } = await addIntegrationOver(url, token, project);
  return { project, integrationId, file: await write({ project, integrationId, secret }) };
}

/** Where a project of this repository may say that it is. */
function addressesOf({ folder, gitFolder, remotes }: HookPlace): string[] {
  return [folder, gitFolder, ...remotes];
}

/** @throws NotFound @throws Conflict when several fit */
function theOne(slugs: readonly string[], { folder, remotes }: HookPlace): string {
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

/** `hook remove PATH`. @throws NotFound when there is none of ours */
export async function removeGitHook(options: CoreOptions, path: string, terminal: Terminal): Promise<number> {
  const hooks = await loadHooks();
  const place = await hooks.find(givenPath(path));
  const removed = await hooks.remove(place);
  if (removed.length === 0) throw new NotFound(`There is no hook of Lectern in ${place.folder}.`);
  try {
    await withCore(options, terminal, 'existing', ({ services, store }) => {
      for (const { project, integrationId } of removed) {
        const isThere = store.integrations.byId(integrationId)?.projectId === store.projects.idOf(project);
        if (isThere && store.projects.idOf(project) !== undefined)
          services.integrations.remove(operator, project, integrationId);
      }
    });
  } catch {
    // The hook is gone, which is what was asked for; what it used is told of nobody any more.
    for (const { project, integrationId } of removed)
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

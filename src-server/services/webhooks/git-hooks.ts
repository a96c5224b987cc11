import { NotFound } from '../../model/base/problems.ts';
import {
  type GitHooks,
  type HookEvent,
  type HookRepository,
  type HookTarget,
  hookIntegrationIds,
  hookNote,
  type InstalledHook,
} from '../../model/webhooks/git-hook.ts';
import type { Actor } from '../kernel/actor.ts';
import type { IntegrationsService } from './integrations.ts';

/** The integrations that hooks call: those of the open data folder, or of a Lectern that runs. */
export type HookIntegrations = {
  /** The name of this computer, when the integrations are on another one. */
  readonly hostName: string | undefined;
  /** Returns the slugs of the projects with one of these repository URLs. */
  readonly projectsOfRepository: (addresses: readonly string[]) => Promise<string[]>;
  /** Creates a generic integration. @throws NotFound for an unknown project */
  readonly create: (
    project: string,
    note: string,
  ) => Promise<{ readonly integrationId: number; readonly secret: string }>;
  readonly list: (project: string) => Promise<{ readonly id: number; readonly note: string | null }[]>;
  readonly remove: (project: string, id: number) => Promise<void>;
};

/** Returns the integrations of the open data folder, as the actor may use them. */
export function localHookIntegrations(integrations: IntegrationsService, actor: Actor): HookIntegrations {
  return {
    hostName: undefined,
    projectsOfRepository: async (addresses) => integrations.projectsOfRepository(actor, addresses),
    async create(project, note) {
      const options = { provider: 'generic', secret: true, note } as const;
      const { integration, secret } = await integrations.create(actor, project, options);
      return { integrationId: integration.id, secret: secret ?? '' };
    },
    list: async (project) => integrations.list(actor, project),
    remove: async (project, id) => integrations.remove(actor, project, id),
  };
}

type HookInstallation = {
  /** Writes hooks that call the right server. */
  readonly hooks: GitHooks<Omit<HookTarget, 'server'>>;
  readonly integrations: HookIntegrations;
  readonly repository: HookRepository;
  readonly event: HookEvent;
  readonly project: string;
};

/** A hook that was installed. */
export type HookInstalled = {
  readonly file: string;
  readonly integrationId: number;
  /** Why integrations of the hook that this one replaces are still there; undefined when none are. */
  readonly leftover: string | undefined;
};

/**
 * Installs a hook with an integration of its own, then removes those of the hook that it replaces, and their secrets.
 * @throws NotFound for an unknown project @throws Conflict when the hook cannot be written; nothing is left behind then
 */
export async function installHook(installation: HookInstallation): Promise<HookInstalled> {
  const { hooks, integrations, repository, event, project } = installation;
  await hooks.check(repository, event);
  const installed = await hooks.installed(repository);
  const note = hookNote(repository, event, integrations.hostName);
  const created = await integrations.create(project, note);
  const { integrationId } = created;
  let file: string;
  try {
    file = await hooks.install(repository, event, { project, ...created });
  } catch (error) {
    await integrations.remove(project, integrationId);
    throw error;
  }
  const previous = installed.find((hook) => hook.file === file && hook.project === project);
  try {
    await removeIntegrations(integrations, repository, note, { project, previous, keptId: integrationId });
    return { file, integrationId, leftover: undefined };
  } catch (error) {
    return { file, integrationId, leftover: error instanceof Error ? error.message : 'unknown error' };
  }
}

/** Removes the integrations of a hook that was removed; its project may be gone with all of them. */
export async function removeHookIntegrations(
  integrations: HookIntegrations,
  repository: HookRepository,
  hook: InstalledHook,
): Promise<void> {
  const note = hookNote(repository, hook.event, integrations.hostName);
  try {
    await removeIntegrations(integrations, repository, note, { project: hook.project, previous: hook });
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
}

async function removeIntegrations(
  integrations: HookIntegrations,
  repository: HookRepository,
  note: string,
  hook: {
    readonly project: string;
    readonly previous: InstalledHook | undefined;
    readonly keptId?: number;
  },
): Promise<void> {
  const { project, previous, keptId } = hook;
  const ids = hookIntegrationIds(await integrations.list(project), repository, note, previous?.integrationId);
  for (const id of ids) if (id !== keptId) await integrations.remove(project, id);
}

import { hostname } from 'node:os';
import type { Services } from '../../services/open-services.ts';
import { operator } from '../with-core.ts';
import {
  addIntegrationOver,
  integrationsOver,
  projectsOver,
  removeIntegrationOver,
} from './hook-over-http.ts';

/** Whoever keeps the integrations of hooks: the opened data folder, or a Lectern that runs. */
export type HookKeeper = {
  /** What tells this computer from that of the keeper; undefined where they are one. */
  readonly machine: string | undefined;
  /** The projects that are made of one of these repositories, by slug. */
  readonly projectsAt: (addresses: readonly string[]) => Promise<string[]>;
  /** Makes one. @throws NotFound for another project */
  readonly make: (
    project: string,
    note: string,
  ) => Promise<{ readonly integrationId: number; readonly secret: string }>;
  readonly list: (project: string) => Promise<{ readonly id: number; readonly note: string | null }[]>;
  readonly remove: (project: string, id: number) => Promise<void>;
};

/** The data folder that this command holds. */
export function keeperHere({ integrations }: Pick<Services, 'integrations'>): HookKeeper {
  return {
    machine: undefined,
    projectsAt: async (addresses) => integrations.projectsAt(operator, addresses),
    async make(project, note) {
      const wanted = { provider: 'generic', secret: true, note } as const;
      const { integration, secret } = await integrations.create(operator, project, wanted);
      return { integrationId: integration.id, secret: secret ?? '' };
    },
    list: async (project) => integrations.list(operator, project),
    remove: async (project, id) => integrations.remove(operator, project, id),
  };
}

/** A Lectern that answers at `url`. What it is asked throws Problem when it refuses, Unavailable when it is not there. */
export function keeperOver(url: string, token: string, where: 'here' | 'elsewhere'): HookKeeper {
  return {
    machine: where === 'here' ? undefined : hostname(),
    projectsAt: (addresses) => projectsOver(url, token, addresses),
    async make(project, note) {
      const { id: integrationId, secret } = await addIntegrationOver(url, token, project, note);
      return { integrationId, secret };
    },
    list: (project) => integrationsOver(url, token, project),
    remove: (project, id) => removeIntegrationOver(url, token, project, id),
  };
}

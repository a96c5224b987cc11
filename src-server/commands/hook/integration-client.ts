import { hostname } from 'node:os';
import type { Services } from '../../services/open-services.ts';
import { operator } from '../with-core.ts';
import { deleteIntegration, fetchIntegrations, fetchProjects, postIntegration } from './integrations-api.ts';

/** Whoever keeps the integrations of hooks: the opened data folder, or a Lectern that runs. */
export type IntegrationClient = {
  /** What tells this computer from that of the keeper; undefined where they are one. */
  readonly hostName: string | undefined;
  /** The projects that are made of one of these repositories, by slug. */
  readonly projectsOfRepository: (addresses: readonly string[]) => Promise<string[]>;
  /** Makes one. @throws NotFound for another project */
  readonly create: (
    project: string,
    note: string,
  ) => Promise<{ readonly integrationId: number; readonly secret: string }>;
  readonly list: (project: string) => Promise<{ readonly id: number; readonly note: string | null }[]>;
  readonly remove: (project: string, id: number) => Promise<void>;
};

/** The data folder that this command holds. */
export function localIntegrationClient({ integrations }: Pick<Services, 'integrations'>): IntegrationClient {
  return {
    hostName: undefined,
    projectsOfRepository: async (addresses) => integrations.projectsOfRepository(operator, addresses),
    async create(project, note) {
      const options = { provider: 'generic', secret: true, note } as const;
      const { integration, secret } = await integrations.create(operator, project, options);
      return { integrationId: integration.id, secret: secret ?? '' };
    },
    list: async (project) => integrations.list(operator, project),
    remove: async (project, id) => integrations.remove(operator, project, id),
  };
}

/** A Lectern that answers at `url`. What it is asked throws Problem when it refuses, Unavailable when it is not there. */
export function remoteIntegrationClient(
  url: string,
  token: string,
  where: 'here' | 'elsewhere',
): IntegrationClient {
  return {
    hostName: where === 'here' ? undefined : hostname(),
    projectsOfRepository: (addresses) => fetchProjects(url, token, addresses),
    async create(project, note) {
      const { id: integrationId, secret } = await postIntegration(url, token, project, note);
      return { integrationId, secret };
    },
    list: (project) => fetchIntegrations(url, token, project),
    remove: (project, id) => deleteIntegration(url, token, project, id),
  };
}

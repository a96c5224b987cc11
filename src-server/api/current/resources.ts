import { z } from 'zod';
import { get, type Resource, resource } from '../route.ts';
import { accountResources } from './accounts.routes.ts';
import { buildResources } from './builds.routes.ts';
import { environmentVariableResources } from './environment-variables.routes.ts';
import { notificationResources } from './notifications.routes.ts';
import { projectResources } from './projects.routes.ts';
import { redirectResources } from './redirects.routes.ts';
import { searchResources } from './search.routes.ts';
import { subprojectResources } from './subprojects.routes.ts';
import { versionResources } from './versions.routes.ts';
import { PROJECTS, ROOT } from './views/links.ts';

const root = resource(
  ROOT,
  {
    name: 'API root',
    description:
      'Where to begin. What is public needs no token; the rest asks for one: `Authorization: Token <key>`.',
    access: 'open',
    throttle: 'none',
  },
  [
    get({
      operationId: 'getRoot',
      summary: 'List what can be read from here',
      answer: z.strictObject({
        notifications: z.url(),
        projects: z.url(),
        'remote/organizations': z.url(),
        'remote/repositories': z.url(),
      }),
      selectable: false,
      run: ({ href }) => ({
        notifications: href(`${ROOT}notifications/`),
        projects: href(PROJECTS),
        'remote/organizations': href(`${ROOT}remote/organizations/`),
        'remote/repositories': href(`${ROOT}remote/repositories/`),
      }),
    }),
  ],
);

/** Every path of `/api/v3/` as today's service has it (live-service.md 2). */
export const currentResources: readonly Resource[] = [
  root,
  ...projectResources,
  ...versionResources,
  ...buildResources,
  ...subprojectResources,
  ...redirectResources,
  ...environmentVariableResources,
  ...notificationResources,
  ...accountResources,
  ...searchResources,
];

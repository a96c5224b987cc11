import { z } from 'zod';
import { get, type Resource, resource } from '../route.ts';
import { buildResources } from './builds.routes.ts';
import { environmentVariableResources } from './environment-variables.routes.ts';
import { PROJECTS, ROOT } from './paths.ts';
import { projectResources } from './projects.routes.ts';
import { redirectResources } from './redirects.routes.ts';
import { searchResources } from './search.routes.ts';
import { subprojectResources } from './subprojects.routes.ts';
import { versionResources } from './versions.routes.ts';

/** The root, open to everybody so that the API can be browsed (behaviour.md, Decisions). */
const root = resource(
  ROOT,
  {
    name: 'API root',
    description: 'Where to begin. Everything below it asks for a token: `Authorization: Token <key>`.',
    access: 'open',
    throttle: 'none',
  },
  [
    get({
      operationId: 'getRoot',
      summary: 'List what can be read from here',
      answer: z.strictObject({ projects: z.string() }),
      selectable: false,
      run: ({ href }) => ({ projects: href(PROJECTS) }),
    }),
  ],
);

/** Every path of v3. */
export const v3Resources: readonly Resource[] = [
  root,
  ...projectResources,
  ...versionResources,
  ...buildResources,
  ...subprojectResources,
  ...redirectResources,
  ...environmentVariableResources,
  ...searchResources,
];

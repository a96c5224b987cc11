import { z } from 'zod';
import { get, type Resource, resource } from '../route.ts';
import { buildResources } from './builds.routes.ts';
import { BUILDS, PROJECTS, ROOT, VERSIONS } from './paths.ts';
import { projectResources } from './projects.routes.ts';
import { versionResources } from './versions.routes.ts';
import { webhookResources } from './webhooks.routes.ts';

/** The root lists what can be read below it, as the service of 2020 did. */
const root = resource(
  ROOT,
  { name: 'API root of v2', description: 'Where to begin. Reading needs no token.', access: 'signed-in' },
  [
    get({
      operationId: 'getV2Root',
      access: 'open',
      summary: 'List what can be read from here',
      answer: z.strictObject({ build: z.string(), project: z.string(), version: z.string() }),
      run: ({ href }) => ({ build: href(BUILDS), project: href(PROJECTS), version: href(VERSIONS) }),
    }),
  ],
);

/** Every path of v2: reads of public rows without a token (service.md, "v2 endpoints"), and webhooks. */
export const v2Resources: readonly Resource[] = [
  root,
  ...projectResources,
  ...versionResources,
  ...buildResources,
  ...webhookResources,
];

import type { Resource } from '../route.ts';
import { buildResources } from './builds.routes.ts';
import { projectResources } from './projects.routes.ts';
import { versionResources } from './versions.routes.ts';
import { webhookResources } from './webhooks.routes.ts';

/** Every path of v2: reads of public rows without a token (service.md, "v2 endpoints"), and webhooks. */
export const v2Resources: readonly Resource[] = [
  ...projectResources,
  ...versionResources,
  ...buildResources,
  ...webhookResources,
];

import type { Resource } from '../route.ts';
import { buildResources } from './builds.routes.ts';
import { projectResources } from './projects.routes.ts';
import { versionResources } from './versions.routes.ts';

/** All of v2: read-only, without authentication, public rows only (service.md, "v2 endpoints"). */
export const v2Resources: readonly Resource[] = [...projectResources, ...versionResources, ...buildResources];

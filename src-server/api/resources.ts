import type { Resource } from './route.ts';
import { v2Resources } from './v2/resources.ts';
import { v3Resources } from './v3/resources.ts';

// A file of its own: commands ask for the paths, and the server beside them loads Express.
/** Every path of the API. */
export const resources: readonly Resource[] = [...v3Resources, ...v2Resources];

import { TABLE_2020 } from './dialects/dialect-tables.ts';
import type { Resource } from './route.ts';

// A file of its own: commands ask for the paths, and the server beside them loads Express.
/** Every path of the API in the specification's dialect. */
export const resources: readonly Resource[] = TABLE_2020.flatMap((group) => group.resources);

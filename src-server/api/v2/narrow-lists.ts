import { z } from 'zod';
import { NothingDone } from '../http/http-problems.ts';
import { filterText } from '../http/read-query.ts';
import type { Resource, Route } from '../route.ts';
import { BUILDS, PROJECTS, VERSIONS } from './paths.ts';
import { v2Resources } from './resources.ts';

/** The filters of which a list of today's service needs one (live-service.md 8). */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  [PROJECTS]: ['slug'],
  [VERSIONS]: ['project__slug'],
  [BUILDS]: ['project__slug', 'commit'],
};

const DisabledSchema = z
  .strictObject({ error: z.literal('disabled'), msg: z.string() })
  .meta({ id: 'ListDisabled' });

/** Refuses a list that nothing narrows. @throws NothingDone */
function requireOne(needed: readonly string[], query: URLSearchParams): void {
  if (needed.some((name) => filterText(query, name) !== undefined)) return;
  const msg = `Lists of everything are disabled. Name what you look for by ${needed.join(' or ')}, or use /api/v3/.`;
  throw new NothingDone(msg, { error: 'disabled', msg }, 410);
}

function narrowed(route: Route, needed: readonly string[]): Route {
  return {
    ...route,
    refusal: DisabledSchema,
    refusalStatus: 410,
    run(request) {
      requireOne(needed, request.query);
      return route.run(request);
    },
  };
}

/** Every path of v2 as today's service has it: its lists need a filter. */
export const currentV2Resources: readonly Resource[] = v2Resources.map((resource) => {
  const needed = NEEDED[resource.path];
  return needed ? { ...resource, routes: resource.routes.map((route) => narrowed(route, needed)) } : resource;
});

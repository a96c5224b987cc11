import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import {
  type BuildFacts,
  type BuildLook,
  buildLook,
  inFlight,
} from '../../../features/build-status/build-state.tsx';

/** A window on the list of projects, as the desk gives it. */
export type ShelfPageView = inferRouterOutputs<DeskRouter>['projects']['page'];
/** One project of it. */
export type ShelfRowView = ShelfPageView['rows'][number];

/** How a project stands: by the build that is under way, else by its last one. */
export function rowLook({ state, lastBuild, recentBuilds }: ShelfRowView): BuildLook {
  const last = buildLook(lastBuild);
  if (state !== 'running' || inFlight(last)) return last;
  // An older build still runs while a newer one has ended.
  const running: BuildFacts | undefined = recentBuilds.find((build) => inFlight(buildLook(build)));
  return running ? buildLook(running) : 'triggered';
}

/** Who maintains it, as short as a column: `mira, tobi` or `mira, +3`. */
export function peopleWords(people: readonly string[]): string {
  const [first = '', second] = people;
  if (second === undefined) return first;
  return people.length === 2 ? `${first}, ${second}` : `${first}, +${people.length - 1}`;
}

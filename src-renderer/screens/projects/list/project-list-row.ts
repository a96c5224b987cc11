import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import {
  type BuildDisplayState,
  type BuildStateFields,
  buildDisplayState,
  isBuildInProgress,
} from '../../../features/build-status/build-display-state.tsx';

/** A window on the list of projects, as the desk gives it. */
export type ProjectListPage = inferRouterOutputs<DeskRouter>['projects']['page'];
/** One project of it. */
export type ProjectListRow = ProjectListPage['rows'][number];

/** How a project stands: by the build that is under way, else by its last one. */
export function projectDisplayState({ state, lastBuild, recentBuilds }: ProjectListRow): BuildDisplayState {
  const last = buildDisplayState(lastBuild);
  if (state !== 'running' || isBuildInProgress(last)) return last;
  // An older build still runs while a newer one has ended.
  const running: BuildStateFields | undefined = recentBuilds.find((build) =>
    isBuildInProgress(buildDisplayState(build)),
  );
  return running ? buildDisplayState(running) : 'triggered';
}

/** Who maintains it, as short as a column: `mira, tobi` or `mira, +3`. */
export function formatPeople(people: readonly string[]): string {
  const [first = '', second] = people;
  if (second === undefined) return first;
  return people.length === 2 ? `${first}, ${second}` : `${first}, +${people.length - 1}`;
}

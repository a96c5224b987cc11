import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import {
  type BuildDisplayState,
  type BuildStateFields,
  buildDisplayState,
  isBuildInProgress,
} from '../../../features/build-status/build-display-state.tsx';

/** A page of the list of projects, as the desk returns it. */
export type ProjectListPage = inferRouterOutputs<DeskRouter>['projects']['page'];
/** One project of the list. */
export type ProjectListRow = ProjectListPage['rows'][number];

/** Returns the state of a project: that of its running build, else of its last one. */
export function projectDisplayState({ state, lastBuild, recentBuilds }: ProjectListRow): BuildDisplayState {
  const last = buildDisplayState(lastBuild);
  if (state !== 'running' || isBuildInProgress(last)) return last;
  // An older build may still be running after a newer one has ended.
  const running: BuildStateFields | undefined = recentBuilds.find((build) =>
    isBuildInProgress(buildDisplayState(build)),
  );
  return running ? buildDisplayState(running) : 'triggered';
}

/** Shortens the list of maintainers for a column: `mira, tobi` or `mira, +3`. */
export function formatPeople(people: readonly string[]): string {
  const [first = '', second] = people;
  if (second === undefined) return first;
  return people.length === 2 ? `${first}, ${second}` : `${first}, +${people.length - 1}`;
}

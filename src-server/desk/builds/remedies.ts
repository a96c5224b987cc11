import type { BuildRemedy } from '../../model/builds/build-note.ts';
import type { DeskContext } from '../procedure.ts';

/** Returns what the person can do here and now to make these builds pass, by their ids. */
export function remediesFor(
  { services, environment, actor }: DeskContext,
  builds: readonly { readonly id: number }[],
  { newestOnly = true } = {},
): ReadonlyMap<number, BuildRemedy> {
  const found = services.buildControl.remediesOf(builds.map(({ id }) => id));
  const canAllow = actor.kind === 'operator' && !environment.builds.trustAll;
  return new Map(
    [...found].flatMap(([id, { remedy, isNewest }]) => {
      const isPossible = remedy === 'allow' ? canAllow : environment.machine.installedTools().length > 0;
      return isPossible && (isNewest || !newestOnly) ? [[id, remedy] as const] : [];
    }),
  );
}

/** Adds to each build what makes it pass; null where nothing does, or a newer build has replaced it. */
export function withRemedies<Build extends { readonly id: number }>(
  ctx: DeskContext,
  builds: readonly Build[],
): readonly (Build & { readonly remedy: BuildRemedy | null })[] {
  const remedies = remediesFor(ctx, builds);
  return builds.map((build) => ({ ...build, remedy: remedies.get(build.id) ?? null }));
}

import { type PackageIndexState, packageIndexState } from '../../import/package-index-answers.ts';

/** An answer that takes longer is none. In milliseconds. */
const ANSWER_MS = 4000;
/** What each build has found, by its signal, since all of its installs use one index. */
const found = new WeakMap<AbortSignal, Promise<PackageIndexState>>();

/** Returns whether the index of a build answers; it is asked once. */
export function indexOfBuild(env: NodeJS.ProcessEnv, build: AbortSignal): Promise<PackageIndexState> {
  const asked = found.get(build) ?? packageIndexState(env, ANSWER_MS);
  found.set(build, asked);
  return asked;
}

import type { BuildState } from './build-state.ts';
import type { Sources } from './source-times.ts';

/** What a build may keep, and use of earlier ones. */
export type BuildKeeping = {
  readonly state: BuildState;
  /** "Build from scratch": uses nothing of earlier builds but downloaded packages. */
  readonly isFromScratch: boolean;
  /** How old an environment may be that is used again, in days; 0 for none. */
  readonly environmentDays: number;
};

/** `BuildKeeping` for the steps of a build. */
export type Keeping = BuildKeeping & {
  /** The files of the checkout, where the version has fast rebuild. */
  readonly sources: Sources | undefined;
  /** Adds work for the end of the build, when none of its processes runs any more. */
  readonly atEnd: (work: () => Promise<void>) => void;
  /** Called when the builder goes on from what the last build left. */
  readonly onFast: () => void;
  /** Returns the command that runs a program apart from the machine, with this folder alone. */
  readonly isolateIn: (argv: readonly string[], folder: string) => readonly string[];
};

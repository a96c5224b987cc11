import type { Timestamp } from '../base/timestamp.ts';
import type { BuildToolSource } from '../projects/project.ts';

/** Slug and name of the version that a preview is built as. */
export const PREVIEW = 'preview';

/** `gone`: its folder is not there any more. */
export type PreviewState = 'building' | 'ready' | 'failed' | 'gone';

/** An error or a warning of a build, at a place in the previewed folder where it is known. */
export type PreviewProblem = {
  /** Names it as long as this build is the last one. */
  readonly id: number;
  readonly severity: 'error' | 'warning';
  /** Relative to the folder, with `/`; null for one of no file. */
  readonly file: string | null;
  readonly line: number | null;
  readonly message: string;
};

/** A working tree that is built on each save and served, as long as Lectern runs. */
export type Preview = {
  readonly id: number;
  /** Absolute, without links. */
  readonly folder: string;
  readonly project: {
    readonly slug: string;
    readonly name: string;
    /** Whether it is a project of Lectern's: the one whose repository is this folder. */
    readonly isStored: boolean;
  };
  readonly buildTools: BuildToolSource;
  /** The first label of its host: `pip--preview`. */
  readonly label: string;
  /** Where its first page is. */
  readonly url: string;
  readonly state: PreviewState;
  /** How often pages were published; an open page with a lower one is out of date. */
  readonly revision: number;
  /** Of the last build that ran to its end. */
  readonly problems: readonly PreviewProblem[];
  /** Why the last build failed, where no problem of a file shows it; '' otherwise. */
  readonly error: string;
  /** The last lines of its output, where it failed and no problem names a file; '' otherwise. */
  readonly lastLines: string;
  readonly startedAt: Timestamp;
  /** When the pages were published last; null before. */
  readonly builtAt: Timestamp | null;
  /** How long that build took, from the save to the pages. */
  readonly milliseconds: number | null;
};

/** What the builder reports of a preview. */
export type PreviewProgress = Partial<
  Pick<Preview, 'state' | 'problems' | 'error' | 'milliseconds'> & {
    /** Whether new pages are in place. */
    readonly isPublished: boolean;
    /** The output of the last build. */
    readonly output: string;
  }
>;

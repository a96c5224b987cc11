import { stableVersion } from '../../versions/stable-version.ts';

/** A branch or tag with its commit. */
export type InspectedRef = { readonly name: string; readonly commit: string };

/** Refs of a repository that was not cloned: each name once, in the order of the version list. */
export type InspectedRefs = {
  readonly branches: readonly InspectedRef[];
  readonly tags: readonly InspectedRef[];
  /** The repository's default branch; null when it is unknown or does not exist. */
  readonly defaultBranch: string | null;
  /** How many branches and tags were left out, since there are more than `MAX_REFS`; absent for none. */
  readonly leftOut?: number;
};

/** The most branches, and the most tags, that become versions of a project. */
export const MAX_REFS = 5000;
const LEFT_OUT = 'Left out ';

/** Returns the note about branches and tags that were left out, and how to have another one. */
export function leftOutNote(count: number): string {
  const refs = count === 1 ? '1 branch or tag' : `${count.toLocaleString('en-GB')} branches and tags`;
  const max = MAX_REFS.toLocaleString('en-GB');
  return `${LEFT_OUT}${refs}: a project has at most ${max} of each, the highest releases first. Delete some that are not needed from the repository to have others.`;
}

/** Returns whether the note of a sync is about refs that were left out, rather than about a failure. */
export function isLeftOutNote(note: string): boolean {
  return note.startsWith(LEFT_OUT);
}

/** The newest commit of the default branch. */
export type HeadCommit = { readonly commit: string; readonly subject: string };

/** The documentation tool, and the file that tells it. */
export type DetectedDocs = {
  readonly kind: 'sphinx' | 'mkdocs';
  readonly file: string;
  /** Number of page sources below it. */
  readonly pages: number;
};

/** The configuration file of the builds. */
export type DetectedConfig = {
  readonly file: string;
  /** Its text, truncated when it is long. */
  readonly text: string;
  /** Its `version`; null when it has none. */
  readonly version: string | null;
  /** Errors in it, one sentence each. */
  readonly problems: readonly string[];
  /** The Python that it asks for; null for none, and for an invalid file. */
  readonly python: string | null;
  /** Whether one warning makes the build fail. */
  readonly failsOnWarning: boolean;
};

/** The guessed programming language. */
export type DetectedLanguage = {
  readonly code: string;
  /** The reason for the guess. */
  readonly reason: string;
};

/** Findings in the files of the default branch. */
export type RepositoryFiles = {
  readonly commit: HeadCommit;
  readonly docs: DetectedDocs | null;
  readonly config: DetectedConfig | null;
  readonly language: DetectedLanguage | null;
};

/** The content of a repository, read before its import. */
export type RepositoryInspection = {
  readonly refs: InspectedRefs;
  /** Name of the branch or tag that `stable` will follow; null without a release. */
  readonly stable: string | null;
  /** null when there are no files or they could not be read. */
  readonly files: RepositoryFiles | null;
  /** Reason why there are none, as a sentence. */
  readonly filesProblem: string | null;
  readonly tookMs: number;
};

/** What is at a path of this computer, for a person who types it; `docs` names the documentation tool that was seen. */
export type FolderLook =
  | { readonly kind: 'missing' | 'file' }
  | { readonly kind: 'repository' | 'folder'; readonly docs: string | null }
  /** A folder of a repository; `root` is the folder of the repository. */
  | { readonly kind: 'inside'; readonly root: string; readonly docs: string | null };

/** Returns the name of the ref that `stable` will follow (behaviour.md 8); null without a release. */
export function stableRefName({ branches, tags }: InspectedRefs): string | null {
  const candidate = (type: 'branch' | 'tag') => (ref: InspectedRef) => ({
    verboseName: ref.name,
    type,
    machine: false,
    slug: ref.name,
  });
  return (
    stableVersion([...branches.map(candidate('branch')), ...tags.map(candidate('tag'))])?.verboseName ?? null
  );
}

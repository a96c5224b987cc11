import { compareVersionNames, stableVersion } from '../versions/stable-version.ts';

/** A branch or a tag, with the commit that it stands at. */
export type InspectedRef = { readonly name: string; readonly commit: string };

/** What a repository says of itself without being copied. Names once each, in the order of the versions list. */
export type InspectedRefs = {
  readonly branches: readonly InspectedRef[];
  readonly tags: readonly InspectedRef[];
  /** As the repository itself says; null when it does not, or when that branch does not exist. */
  readonly defaultBranch: string | null;
};

/** The newest commit of the default branch. */
export type HeadCommit = { readonly commit: string; readonly subject: string };

/** How the documentation is made, and by what file one can tell. */
export type DetectedDocs = {
  readonly kind: 'sphinx' | 'mkdocs';
  readonly file: string;
  /** Source files of pages below it. */
  readonly pages: number;
};

/** The configuration file of builds. */
export type DetectedConfig = {
  readonly file: string;
  /** Its text, cut after a while. */
  readonly text: string;
  /** `version` as it says; null when it says none. */
  readonly version: string | null;
  /** What is wrong with it, a sentence each. */
  readonly problems: readonly string[];
  /** A single warning will fail the build. */
  readonly failsOnWarning: boolean;
};

/** What the program is probably written in. */
export type DetectedLanguage = {
  readonly code: string;
  /** A sentence: by what one can tell. */
  readonly reason: string;
};

/** What lies in the files of the default branch. */
export type RepositoryFiles = {
  readonly commit: HeadCommit;
  readonly docs: DetectedDocs | null;
  readonly config: DetectedConfig | null;
  readonly language: DetectedLanguage | null;
};

/** What a repository holds, read before it is imported. */
export type RepositoryInspection = {
  readonly refs: InspectedRefs;
  /** Name of the branch or tag that `stable` would follow; null when there is no release. */
  readonly stable: string | null;
  /** null when the files could not be read, or there are none. */
  readonly files: RepositoryFiles | null;
  /** Why there are none, as a sentence. */
  readonly filesProblem: string | null;
  readonly tookMs: number;
};

/** The name of what `stable` will follow once these refs are versions (behaviour.md 8); null without a release. */
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

/** Sorts as the versions list does: the default branch, then releases from the highest down, then by name. */
export function sortRefs(refs: readonly InspectedRef[], defaultBranch: string | null): InspectedRef[] {
  return [...refs].sort((a, b) => compareVersionNames(a.name, b.name, defaultBranch ?? undefined));
}

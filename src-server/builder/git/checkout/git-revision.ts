import type { Project } from '../../../model/projects/project.ts';
import type { Version } from '../../../model/versions/version.ts';
import type { CommandResult } from '../../process/run-command.ts';
import { BuildProblem } from '../../queue/build-problem.ts';
import { GitError } from '../git.ts';
import { readRefs } from '../repository-refs.ts';

/** The revision of a version in its repository. */
export type WantedRevision = {
  /** What to fetch, one after the other until one of the revisions is present. */
  readonly refspecs: readonly string[];
  /** What to check out: the first that is present. */
  readonly revisions: readonly string[];
  /** What to check out when none of them can be fetched. */
  readonly fallback?: string;
};

/** Runs git in a checkout as a recorded command. */
export type RunGit = (args: readonly string[]) => Promise<CommandResult>;
/** Runs git without recording the command; returns its output. @throws GitError */
type QueryGit = (args: readonly string[]) => Promise<string>;

/** How many commits are fetched: enough for a tool that derives a version from the last tag. */
export const FETCH_DEPTH = '50';
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const ALL_BRANCHES = '+refs/heads/*:refs/remotes/origin/*';

/** Returns the revision to build for a version. @throws BuildProblem for a name that git could take for an option */
export function wantedRevision(
  { slug, type, identifier, verboseName, machine }: Version,
  url: string,
): WantedRevision {
  if ([identifier, verboseName].some((name) => name.startsWith('-') || /\p{Cc}/u.test(name)))
    throw new BuildProblem(
      `Failed to checkout revision: ${identifier}. It is not a valid name of a branch or tag.`,
    );
  if (type === 'external') return pullRequest(verboseName, identifier, url);
  if (COMMIT.test(identifier)) {
    const refspec =
      type === 'tag' && !machine ? `+refs/tags/${verboseName}:refs/tags/${verboseName}` : identifier;
    return { refspecs: [refspec], revisions: [identifier] };
  }
  // `latest` has the bare name of the default branch, which may be a tag as well.
  const name = slug === 'latest' && machine ? identifier : identifier.replace(/^origin\//, '');
  return {
    refspecs: [`+refs/heads/${name}:refs/remotes/origin/${name}`],
    revisions: [`refs/remotes/origin/${name}`, `refs/tags/${name}`, ...(COMMIT.test(name) ? [name] : [])],
  };
}

/**
 * Fetches the wanted commit into a shallow clone; returns a name for it, undefined when the repository does not have it.
 * `runFirst` runs the first fetch, which may read a mirror.
 * @throws GitError @throws BuildStopped
 */
export async function fetchRevision(
  { refspecs, revisions, fallback }: WantedRevision,
  run: RunGit,
  query: QueryGit,
  runFirst: RunGit = run,
): Promise<string | undefined> {
  const present = async (names: readonly string[]): Promise<string | undefined> => {
    for (const name of names) {
      if (await succeeds(query(['rev-parse', '--quiet', '--verify', `${name}^{commit}`])))
        return name.replace(/^refs\/(?:remotes|tags)\//, '');
    }
    return undefined;
  };
  for (const [at, refspec] of refspecs.entries()) {
    await (at === 0 ? runFirst : run)(['fetch', '--force', '--depth', FETCH_DEPTH, 'origin', refspec]);
    const found = await present(revisions);
    if (found !== undefined) return found;
  }
  const fallbackCommit = fallback === undefined ? undefined : await present([fallback]);
  if (fallbackCommit !== undefined) return fallbackCommit;
  // A tag that moved, a commit that no ref names any more, or a server that does not serve single commits.
  const isShallow = (await query(['rev-parse', '--is-shallow-repository'])).trim() === 'true';
  await run(['fetch', '--force', '--tags', ...(isShallow ? ['--unshallow'] : []), 'origin', ALL_BRANCHES]);
  return present(revisions);
}

/** Returns the build's error when a complete clone does not have the revision of a version. */
export async function revisionErrorMessage(
  { defaultBranch }: Pick<Project, 'defaultBranch'>,
  version: Version,
  query: QueryGit,
): Promise<string> {
  try {
    const { branches, tags, ...refs } = await readRefs(await query(['ls-remote', '--symref', 'origin']));
    if (branches.length === 0 && tags.length === 0)
      return 'The repository is empty: it has no commit to build.';
    if (version.slug === 'latest' && version.machine && !defaultBranch && refs.defaultBranch === null)
      return `The repository has no default branch: its HEAD names a branch that does not exist. Choose one of ${branches.length > 0 ? 'its branches' : 'its tags'} as "Default branch" in the project's settings.`;
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
  }
  return checkoutErrorMessage(version);
}

/** Returns the error of a build whose revision cannot be checked out (behaviour.md 9). */
export function checkoutErrorMessage({ identifier }: Version): string {
  return `Failed to checkout revision: ${identifier}`;
}

/**
 * Returns the revision of a pull request: its commit, which no branch need contain, fetched by itself or through the
 * host's ref for pull requests. After a forced push the commit may be gone; then the request's current head is built.
 */
function pullRequest(number: string, commit: string, url: string): WantedRevision {
  if (!/^\d+$/.test(number)) return { refspecs: [commit], revisions: [commit] };
  const head = `refs/remotes/origin/pull/${number}`;
  const onGitHub = `+refs/pull/${number}/head:${head}`;
  const onGitLab = `+refs/merge-requests/${number}/head:${head}`;
  const refspecs = /github/i.test(url)
    ? [onGitHub, commit]
    : /gitlab/i.test(url)
      ? [onGitLab, commit]
      : [commit, onGitHub, onGitLab];
  return { refspecs, revisions: [commit], fallback: head };
}

async function succeeds(query: Promise<string>): Promise<boolean> {
  try {
    await query;
    return true;
  } catch (error) {
    if (error instanceof GitError) return false;
    throw error;
  }
}

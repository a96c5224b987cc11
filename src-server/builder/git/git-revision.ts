import type { Project } from '../../model/projects/project.ts';
import type { Version } from '../../model/versions/version.ts';
import type { CommandResult } from '../process/run-command.ts';
import { BuildProblem } from '../queue/build-problem.ts';
import { GitError } from './git.ts';
import { readRefs } from './repository-refs.ts';

/** What stands for a version in its repository. */
export type WantedRevision = {
  /** What to fetch, one after the other until one of the revisions is there. */
  readonly refspecs: readonly string[];
  /** What to check out then, the first that is there. */
  readonly revisions: readonly string[];
  /** What to check out where none of them is to be had. */
  readonly fallback?: string;
};

/** Runs git in a checkout as a recorded command. */
type RunGit = (args: readonly string[]) => Promise<CommandResult>;
/** What git says, unrecorded. @throws GitFailed */
type QueryGit = (args: readonly string[]) => Promise<string>;

/** So many commits are fetched: enough for a tool that names a version by the last tag. */
const DEPTH = '50';
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const ALL_BRANCHES = '+refs/heads/*:refs/remotes/origin/*';

/** @throws BuildProblem for a name that git could take for an option */
export function wantedRevision(
  { slug, type, identifier, verboseName, machine }: Version,
  url: string,
): WantedRevision {
  if ([identifier, verboseName].some((name) => name.startsWith('-') || /\p{Cc}/u.test(name)))
    throw new BuildProblem(`Failed to checkout revision: ${identifier}. git would not read this as a name.`);
  if (type === 'external') return pullRequest(verboseName, identifier, url);
  if (COMMIT.test(identifier)) {
    const refspec =
      type === 'tag' && !machine ? `+refs/tags/${verboseName}:refs/tags/${verboseName}` : identifier;
    return { refspecs: [refspec], revisions: [identifier] };
  }
  // `latest` has the bare name of the default branch; it may be a tag as well.
  const name = slug === 'latest' && machine ? identifier : identifier.replace(/^origin\//, '');
  return {
    refspecs: [`+refs/heads/${name}:refs/remotes/origin/${name}`],
    revisions: [`refs/remotes/origin/${name}`, `refs/tags/${name}`, ...(COMMIT.test(name) ? [name] : [])],
  };
}

/**
 * Brings the wanted commit into a clone without history; what names it, undefined when the repository has no such
 * thing. @throws GitFailed @throws BuildStopped
 */
export async function fetchRevision(
  { refspecs, revisions, fallback }: WantedRevision,
  run: RunGit,
  query: QueryGit,
): Promise<string | undefined> {
  const present = async (names: readonly string[]): Promise<string | undefined> => {
    for (const name of names) {
      if (await succeeds(query(['rev-parse', '--quiet', '--verify', `${name}^{commit}`])))
        return name.replace(/^refs\/(?:remotes|tags)\//, '');
    }
    return undefined;
  };
  for (const refspec of refspecs) {
    await run(['fetch', '--force', '--depth', DEPTH, 'origin', refspec]);
    const found = await present(revisions);
    if (found !== undefined) return found;
  }
  const fallbackCommit = fallback === undefined ? undefined : await present([fallback]);
  if (fallbackCommit !== undefined) return fallbackCommit;
  // A tag that moved, a commit that no ref names any more, or a server that gives out no single commits.
  const isShallow = (await query(['rev-parse', '--is-shallow-repository'])).trim() === 'true';
  await run(['fetch', '--force', '--tags', ...(isShallow ? ['--unshallow'] : []), 'origin', ALL_BRANCHES]);
  return present(revisions);
}

/** Why a clone in which all has been fetched has not what a version stands for: the error of the build. */
export async function revisionErrorMessage(
  { defaultBranch }: Pick<Project, 'defaultBranch'>,
  version: Version,
  query: QueryGit,
): Promise<string> {
  try {
    const { branches, tags, ...refs } = readRefs(await query(['ls-remote', '--symref', 'origin']));
    if (branches.length === 0 && tags.length === 0)
      return 'The repository is empty: it has no commit to build.';
    if (version.slug === 'latest' && version.machine && !defaultBranch && refs.defaultBranch === null)
      return `The repository has no default branch: its HEAD names no branch that is there. Choose one of ${branches.length > 0 ? 'its branches' : 'its tags'} in the project's settings, as "Default branch".`;
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
  }
  return checkoutErrorMessage(version);
}

/** The error of a build whose revision cannot be checked out (behaviour.md 9). */
export function checkoutErrorMessage({ identifier }: Version): string {
  return `Failed to checkout revision: ${identifier}`;
}

/**
 * A pull request's commit, which no branch need have: from where hosts keep pull requests, or by itself. Once its
 * branch was pushed anew the commit may be gone; then what the request is about now is built.
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

import { BUILD_PROGRAMS } from '../../model/builds/build-programs.ts';
import { type CommitText, cleanCommitText } from '../../model/builds/commit-text.ts';
import { storedRepositoryUrlError } from '../../model/projects/repository-url.ts';
import type { QueuedBuild } from '../../services/builds/build-runs.ts';
import { MARKER_VARIABLE } from '../process/orphan-processes.ts';
import { type CommandContext, type CommandResult, runCommand, shellQuoted } from '../process/run-command.ts';
import type { BuildFolders } from '../queue/build-folders.ts';
import { BuildProblem } from '../queue/build-problem.ts';
import { findOnPath } from '../steps/find-programs.ts';
import { GitError, git, gitEnvironment } from './git.ts';
import { gitErrorMessage } from './git-error-messages.ts';
import { checkoutErrorMessage, fetchRevision, revisionErrorMessage, wantedRevision } from './git-revision.ts';
import { prepareSource } from './remote-refs.ts';

/** A checked-out repository, with ways to run git in it. */
export type Checkout = {
  readonly commit: string;
  readonly commitText: CommitText;
  /** Whether the repository is on this computer. */
  readonly isLocal: boolean;
  /** The variables by which the build's own commands reach the repository again; none for a pull request. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Runs git in it as a recorded command. */
  readonly git: (args: readonly string[]) => Promise<CommandResult>;
  /** Runs git in it without recording the command; returns its output. @throws GitError */
  readonly query: (args: readonly string[]) => Promise<string>;
};

const QUERY_TIMEOUT_MS = 30_000;

/** A commit that was fetched and is not checked out yet. */
export type FetchedCommit = Pick<Checkout, 'commit' | 'credentials' | 'query'>;

/**
 * Clones a project's repository and checks out the revision of its version (behaviour.md 9). Names of branches and tags
 * reach git as arguments, never through a shell, and none that git could take for an option (safety S12).
 * @throws BuildProblem @throws BuildStopped
 */
export async function checkOut(
  { project, version }: QueuedBuild,
  folders: BuildFolders,
  rules: CommandContext,
  beforeCheckout: (fetched: FetchedCommit) => Promise<void> = async () => {},
): Promise<Checkout> {
  const urlError = storedRepositoryUrlError(project.repositoryUrl);
  if (urlError !== undefined) throw new BuildProblem(`The repository cannot be used: ${urlError}.`);
  const wanted = wantedRevision(version, project.repositoryUrl);
  if (findOnPath('git') === undefined) throw new BuildProblem(gitMissingMessage());
  const source = await prepareSource(project.repositoryUrl, folders.root);
  const { url, isLocal } = source;
  let sourceEnv = source.env;
  const env = {
    ...gitEnvironment(),
    // A remote repository could otherwise include files of this computer as a submodule.
    GIT_ALLOW_PROTOCOL: isLocal ? 'https:http:ssh:git:file' : 'https:http:ssh:git',
    GIT_LFS_SKIP_SMUDGE: '1',
    TMPDIR: folders.tmp,
    [MARKER_VARIABLE]: folders.checkout,
  };
  const cwd = folders.checkout;
  const run = (args: readonly string[]) => {
    const argv = ['git', ...args];
    return runCommand({ argv, displayText: shellQuoted(argv), cwd, env: { ...env, ...sourceEnv } }, rules);
  };
  const query = (args: readonly string[]) =>
    git(args, { cwd, timeout: QUERY_TIMEOUT_MS, signal: rules.stop, env: sourceEnv });

  const cloned = await run(['clone', '--depth', '1', '--no-checkout', '--', url, '.']);
  if (cloned.exitCode !== 0) throw new BuildProblem(connectionErrorMessage(cloned, url));
  const found = await fetchRevision(wanted, run, query);
  if (found === undefined) throw new BuildProblem(await revisionErrorMessage(project, version, query));
  // The code of a pull request, which chooses jobs and submodules, must not use the password.
  const ownEnv = isLocal || version.type === 'external' ? {} : sourceEnv;
  const commit = (await query(['rev-parse', `${found}^{commit}`])).trim();
  await beforeCheckout({ commit, credentials: ownEnv, query });
  const done = await run(['checkout', '--force', found, '--']);
  if (done.exitCode !== 0) throw new BuildProblem(checkoutErrorMessage(version));
  await run(['clean', '-d', '-f', '-f']);
  if (version.type === 'external' && !isLocal) sourceEnv = {};
  return {
    commit,
    commitText: await readCommitText(query, rules),
    isLocal,
    credentials: ownEnv,
    git: run,
    query,
  };
}

/** Reads what the commit says of itself, which must not say a secret. */
async function readCommitText(
  query: (args: readonly string[]) => Promise<string>,
  { mask }: CommandContext,
): Promise<CommitText> {
  const format = ['--encoding=UTF-8', '--format=%s%x00%an'];
  const log = await query(['log', '-1', '--no-show-signature', '--no-color', ...format, 'HEAD']);
  const [subject = '', author = ''] = log.split('\0').map((text) => cleanCommitText(mask.text(text)));
  return { commitSubject: subject, commitAuthor: author };
}

function connectionErrorMessage({ tail }: CommandResult, url: string): string {
  const reason = gitErrorMessage(new GitError('refused', tail), QUERY_TIMEOUT_MS / 1000, url);
  return `There was a problem connecting to your repository, ensure that your repository URL is correct. ${reason}`;
}

function gitMissingMessage(): string {
  const remedy = BUILD_PROGRAMS.find(({ name }) => name === 'git')?.remedy ?? '';
  return `There is no git on this computer. ${remedy}`;
}

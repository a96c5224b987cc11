import { rm } from 'node:fs/promises';
import { BUILD_PROGRAMS } from '../../../model/builds/build-programs.ts';
import { type CommitText, cleanCommitText } from '../../../model/builds/commit-text.ts';
import { storedRepositoryUrlError } from '../../../model/projects/repository/repository-url.ts';
import type { QueuedBuild } from '../../../services/builds/build-runs.ts';
import { inTurn } from '../../kept/in-turn.ts';
import type { BuildKeeping } from '../../kept/keeping.ts';
import { MARKER_VARIABLE } from '../../process/orphan-processes.ts';
import {
  type Command,
  type CommandContext,
  type CommandResult,
  runCommand,
  shellQuoted,
} from '../../process/run-command.ts';
import type { BuildFolders } from '../../queue/build-folders.ts';
import { BuildProblem } from '../../queue/build-problem.ts';
import { findOnPath } from '../../steps/find-programs.ts';
import { GitError, git, gitEnvironment } from '../git.ts';
import { gitErrorMessage } from '../git-error-messages.ts';
import { prepareSource, type RepositorySource } from '../remote-refs.ts';
import {
  checkoutErrorMessage,
  fetchRevision,
  revisionErrorMessage,
  type WantedRevision,
  wantedRevision,
} from './git-revision.ts';
import { mirrorFolder, type RepositoryMirror, refreshMirror } from './repository-mirror.ts';

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

const FROM_MIRROR =
  'Lectern: this comes from its own copy of the repository, for which it has just fetched what is new.';
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
  keeping?: Pick<BuildKeeping, 'state' | 'isFromScratch'>,
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
  const run = (args: readonly string[], options: Pick<Command, 'prepare' | 'note'> = {}) => {
    const argv = ['git', ...args];
    const command = { argv, displayText: shellQuoted(argv), cwd, env: { ...env, ...sourceEnv } };
    return runCommand({ ...command, ...options }, rules);
  };
  const query = (args: readonly string[]) =>
    git(args, { cwd, timeout: QUERY_TIMEOUT_MS, signal: rules.stop, env: sourceEnv });

  const mirror = keeping && !isLocal ? await openMirror(keeping, project.id, source, rules.stop) : undefined;
  const cloneAndFetch = async () => {
    const fetchFirst = await clone(mirror, wanted, url, run);
    return fetchRevision(wanted, run, query, fetchFirst);
  };
  const found = mirror ? await inTurn(mirror.folder, rules.stop, cloneAndFetch) : await cloneAndFetch();
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

type RunRecorded = (
  args: readonly string[],
  options?: Pick<Command, 'prepare' | 'note'>,
) => Promise<CommandResult>;

/**
 * Clones a repository, from its mirror if that is possible; returns what runs the first fetch. What fails with the mirror
 * is done again without it. @throws BuildProblem
 */
async function clone(
  mirror: RepositoryMirror | undefined,
  wanted: WantedRevision,
  url: string,
  run: RunRecorded,
): Promise<RunRecorded> {
  let variables: Readonly<Record<string, string>> | undefined;
  const args = ['clone', '--depth', '1', '--no-checkout', '--', url, '.'];
  const prepare = async () => {
    variables = mirror && (await refreshMirror(mirror, wanted));
    return variables ?? {};
  };
  const note = ({ exitCode }: CommandResult) => (variables && exitCode === 0 ? FROM_MIRROR : undefined);
  const first = await run(args, { prepare, note });
  const withoutMirror = async (again: readonly string[]) => {
    await rm(mirror?.folder ?? '', { recursive: true, force: true });
    variables = undefined;
    return run(again);
  };
  const cloned = first.exitCode !== 0 && variables ? await withoutMirror(args) : first;
  if (cloned.exitCode !== 0) throw new BuildProblem(connectionErrorMessage(cloned, url));
  if (variables === undefined) return run;
  return async (fetch) => {
    const end = await run(fetch, { prepare: async () => variables ?? {} });
    return end.exitCode === 0 ? end : withoutMirror(fetch);
  };
}

async function openMirror(
  { state, isFromScratch }: Pick<BuildKeeping, 'state' | 'isFromScratch'>,
  projectId: number,
  source: RepositorySource,
  stop: AbortSignal,
): Promise<RepositoryMirror> {
  const folder = await mirrorFolder(state.shared, projectId, source.url);
  if (isFromScratch) await inTurn(folder, stop, () => rm(folder, { recursive: true, force: true }));
  return { folder, source, stop };
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

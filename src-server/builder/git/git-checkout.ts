import { rmSync } from 'node:fs';
import { BUILD_PROGRAMS } from '../../model/builds/build-programs.ts';
import { repositoryUrlError } from '../../model/projects/repository-url.ts';
import type { BuildOrder } from '../../services/builds/build-runs.ts';
import { secretsOfUrl, withoutSecrets } from '../process/mask-secrets.ts';
import { asTyped, type CommandEnd, type CommandRules, runCommand } from '../process/run-command.ts';
import { MARK } from '../process/stray-processes.ts';
import type { BuildFolders } from '../queue/build-folders.ts';
import { BuildProblem } from '../queue/build-problem.ts';
import { onPath } from '../steps/find-programs.ts';
import { GitFailed, git, gitEnvironment } from './git.ts';
import { explainGit } from './git-refusals.ts';
import { fetchRevision, notCheckedOut, wantedRevision, whyNotFound } from './git-revision.ts';
import { sourceOf } from './remote-refs.ts';

/** A repository as it lies there, and a way to go on working on it. */
export type Checkout = {
  readonly commit: string;
  /** Whether the repository lies on this computer. */
  readonly isLocal: boolean;
  /** Runs git in it as a recorded command. */
  readonly git: (args: readonly string[]) => Promise<CommandEnd>;
  /** What git says, unrecorded. @throws GitFailed */
  readonly ask: (args: readonly string[]) => Promise<string>;
};

const ASK_MS = 30_000;

/**
 * Clones a project's repository and checks out what its version stands for (behaviour.md 9). Names of branches and
 * tags reach git as arguments, never a shell, and none that git could take for an option (safety S12).
 * @throws BuildProblem @throws BuildStopped
 */
export async function checkOut(
  { project, version }: BuildOrder,
  folders: BuildFolders,
  rules: CommandRules,
): Promise<Checkout> {
  const objection = repositoryUrlError(project.repositoryUrl);
  if (objection !== undefined) throw new BuildProblem(`The repository cannot be used: ${objection}.`);
  const wanted = wantedRevision(version, project.repositoryUrl);
  if (onPath('git') === undefined) throw new BuildProblem(noGit());
  const { url, config } = await sourceOf(project.repositoryUrl, folders.root);
  const isLocal = config !== undefined;
  const env = {
    ...gitEnvironment(config),
    // A repository of somebody else could otherwise bring files of this computer in as a submodule.
    GIT_ALLOW_PROTOCOL: isLocal ? 'https:http:ssh:git:file' : 'https:http:ssh:git',
    GIT_LFS_SKIP_SMUDGE: '1',
    TMPDIR: folders.tmp,
    [MARK]: folders.checkout,
  };
  const cwd = folders.checkout;
  const run = (args: readonly string[]) => {
    const argv = ['git', ...args];
    return runCommand({ argv, shown: asTyped(argv), cwd, env }, rules);
  };
  const ask = (args: readonly string[]) =>
    git(args, { cwd, timeout: ASK_MS, signal: rules.stop, globalConfig: config });

  const cloned = await run(['clone', '--depth', '1', '--no-checkout', '--', url, '.']);
  if (cloned.exitCode !== 0) throw new BuildProblem(notReached(cloned, url));
  const found = await fetchRevision(wanted, run, ask);
  if (found === undefined) throw new BuildProblem(await whyNotFound(project, version, ask));
  const done = await run(['checkout', '--force', found, '--']);
  if (done.exitCode !== 0) throw new BuildProblem(notCheckedOut(version));
  await run(['clean', '-d', '-f', '-f']);
  if (version.type === 'external' && secretsOfUrl(url).length > 0) {
    // Code of a stranger is to run beside it.
    await ask(['remote', 'set-url', 'origin', withoutSecrets(url)]);
    rmSync(`${cwd}/.git/FETCH_HEAD`, { force: true });
  }
  return { commit: (await ask(['rev-parse', 'HEAD'])).trim(), isLocal, git: run, ask };
}

function notReached({ tail }: CommandEnd, url: string): string {
  const why = explainGit(new GitFailed('refused', tail), ASK_MS / 1000, url);
  return `There was a problem connecting to your repository, ensure that your repository URL is correct. ${why}`;
}

function noGit(): string {
  const remedy = BUILD_PROGRAMS.find(({ name }) => name === 'git')?.remedy ?? '';
  return `There is no git on this computer. ${remedy}`;
}

import { rmSync } from 'node:fs';
import { BUILD_PROGRAMS } from '../model/build-programs.ts';
import { repositoryUrlError } from '../model/repository-url.ts';
import type { Version } from '../model/version.ts';
import type { BuildOrder } from '../services/build-runs.ts';
import type { BuildFolders } from './build-folders.ts';
import { BuildProblem } from './build-problem.ts';
import { onPath } from './find-programs.ts';
import { GitFailed, git, gitEnvironment } from './git.ts';
import { explainGit } from './git-refusals.ts';
import { secretsOfUrl, withoutSecrets } from './mask-secrets.ts';
import { sourceOf } from './remote-refs.ts';
import { asTyped, type CommandEnd, type CommandRules, runCommand } from './run-command.ts';

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
/** So many commits are fetched: enough for a tool that names a version by the last tag. */
const DEPTH = '50';
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const ALL_BRANCHES = '+refs/heads/*:refs/remotes/origin/*';

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
  const target = targetOf(version, project.repositoryUrl);
  if (onPath('git') === undefined) throw new BuildProblem(noGit());
  const { url, config } = await sourceOf(project.repositoryUrl, folders.root);
  const isLocal = config !== undefined;
  const env = {
    ...gitEnvironment(config),
    // A repository of somebody else could otherwise bring files of this computer in as a submodule.
    GIT_ALLOW_PROTOCOL: isLocal ? 'https:http:ssh:git:file' : 'https:http:ssh:git',
    GIT_LFS_SKIP_SMUDGE: '1',
    TMPDIR: folders.tmp,
  };
  const cwd = folders.checkout;
  const run = (args: readonly string[]) => {
    const argv = ['git', ...args];
    return runCommand({ argv, shown: asTyped(argv), cwd, env }, rules);
  };
  const ask = (args: readonly string[]) =>
    git(args, { cwd, timeout: ASK_MS, signal: rules.stop, globalConfig: config });

  const cloned = await run(['clone', '--depth', '1', '--no-checkout', '--', url, '.']);
  if (cloned.exitCode !== 0) throw new BuildProblem(notReached(cloned));
  const found = await fetched(target, run, ask);
  const done = found === undefined ? undefined : await run(['checkout', '--force', found, '--']);
  if (done?.exitCode !== 0) throw new BuildProblem(`Failed to checkout revision: ${version.identifier}`);
  await run(['clean', '-d', '-f', '-f']);
  if (version.type === 'external' && secretsOfUrl(url).length > 0) {
    // Code of a stranger is to run beside it.
    await ask(['remote', 'set-url', 'origin', withoutSecrets(url)]);
    rmSync(`${cwd}/.git/FETCH_HEAD`, { force: true });
  }
  return { commit: (await ask(['rev-parse', 'HEAD'])).trim(), isLocal, git: run, ask };
}

type Target = {
  /** What to fetch. */
  readonly refspec: string;
  /** What to check out then, the first that is there. */
  readonly revisions: readonly string[];
};

/** @throws BuildProblem for a name that git could take for an option */
function targetOf({ slug, type, identifier, verboseName, machine }: Version, url: string): Target {
  if ([identifier, verboseName].some((name) => name.startsWith('-') || /\p{Cc}/u.test(name)))
    throw new BuildProblem(`Failed to checkout revision: ${identifier}. git would not read this as a name.`);
  if (type === 'external')
    return { refspec: pullRequest(verboseName, url) ?? identifier, revisions: [identifier] };
  if (COMMIT.test(identifier)) {
    const refspec =
      type === 'tag' && !machine ? `+refs/tags/${verboseName}:refs/tags/${verboseName}` : identifier;
    return { refspec, revisions: [identifier] };
  }
  // `latest` has the bare name of the default branch; it may be a tag as well.
  const name = slug === 'latest' && machine ? identifier : identifier.replace(/^origin\//, '');
  return {
    refspec: `+refs/heads/${name}:refs/remotes/origin/${name}`,
    revisions: [`refs/remotes/origin/${name}`, `refs/tags/${name}`, ...(COMMIT.test(name) ? [name] : [])],
  };
}

/** Where the big hosts keep a pull request; elsewhere its commit has to be asked for. */
function pullRequest(number: string, url: string): string | undefined {
  if (!/^\d+$/.test(number)) return undefined;
  if (/github/i.test(url)) return `+refs/pull/${number}/head:refs/remotes/origin/pull/${number}`;
  if (/gitlab/i.test(url)) return `+refs/merge-requests/${number}/head:refs/remotes/origin/pull/${number}`;
  return undefined;
}

/** Brings the wanted commit here; what names it, undefined when the repository has no such thing. */
async function fetched(
  { refspec, revisions }: Target,
  run: Checkout['git'],
  ask: Checkout['ask'],
): Promise<string | undefined> {
  const present = async (): Promise<string | undefined> => {
    for (const revision of revisions) {
      if (await succeeds(ask(['rev-parse', '--quiet', '--verify', `${revision}^{commit}`])))
        return revision.replace(/^refs\/(?:remotes|tags)\//, '');
    }
    return undefined;
  };
  await run(['fetch', '--force', '--depth', DEPTH, 'origin', refspec]);
  const found = await present();
  if (found !== undefined) return found;
  // A tag that moved, a commit that no ref names any more, or a server that gives out no single commits.
  const isShallow = (await ask(['rev-parse', '--is-shallow-repository'])).trim() === 'true';
  await run(['fetch', '--force', '--tags', ...(isShallow ? ['--unshallow'] : []), 'origin', ALL_BRANCHES]);
  return present();
}

async function succeeds(asked: Promise<string>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    if (error instanceof GitFailed) return false;
    throw error;
  }
}

function notReached({ tail }: CommandEnd): string {
  const why = explainGit(new GitFailed('refused', tail), ASK_MS / 1000);
  return `There was a problem connecting to your repository, ensure that your repository URL is correct. ${why}`;
}

function noGit(): string {
  const remedy = BUILD_PROGRAMS.find(({ name }) => name === 'git')?.remedy ?? '';
  return `There is no git on this computer. ${remedy}`;
}

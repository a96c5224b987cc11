import { join } from 'node:path';
import type { BuildOrder } from '../../services/builds/build-runs.ts';
import {
  asTyped,
  type CommandEnd,
  type CommandRules,
  recordNote,
  runCommand,
} from '../process/run-command.ts';
import { onPath } from '../steps/find-programs.ts';
import type { BuildFolders } from './build-folders.ts';
import { CommandFailed } from './build-problem.ts';

/** Where the steps of a build run, once its repository is checked out. */
export type BuildSite = {
  readonly order: BuildOrder;
  readonly folders: BuildFolders;
  readonly env: Readonly<Record<string, string>>;
  readonly stop: AbortSignal;
  /** "Use what this machine has": no environment, nothing is installed. */
  readonly isMachine: boolean;
  /** Runs a command and records it. @throws CommandFailed @throws BuildStopped */
  readonly run: (argv: readonly string[], options?: RunOptions) => Promise<CommandEnd>;
  /** Runs a line as a shell reads it; only lines of the configuration file. @throws CommandFailed @throws BuildStopped */
  readonly shell: (line: string) => Promise<CommandEnd>;
  /** Records a remark of ours among the commands. */
  readonly note: (title: string, text: string) => void;
};

export type RunOptions = {
  /** Relative to the checkout. */
  readonly cwd?: string;
  /** Go on when it fails. */
  readonly mayFail?: boolean;
  readonly remark?: (end: CommandEnd) => string | undefined;
};

type SiteParts = Pick<BuildSite, 'order' | 'folders' | 'env'> & { readonly rules: CommandRules };

/** The way to run commands in a build's checkout and environment. */
export function buildSite({ order, folders, env, rules }: SiteParts): BuildSite {
  async function run(argv: readonly string[], shown: string, options: RunOptions = {}): Promise<CommandEnd> {
    const cwd = join(folders.checkout, options.cwd ?? '.');
    const end = await runCommand({ argv, shown, cwd, env, remark: options.remark }, rules);
    if (end.exitCode !== 0 && !options.mayFail) throw new CommandFailed();
    return end;
  }

  return {
    ...{ order, folders, env },
    stop: rules.stop,
    isMachine: order.project.buildTools === 'machine',
    run: (argv, options) => run(argv, asTyped(argv.map((arg) => readable(arg, folders))), options),
    shell: (line) => run(shellFor(line, env.PATH), line),
    note: (title, text) => recordNote(title, text, rules),
  };
}

/** The service's shell where there is one: `build.jobs` are written for it. */
function shellFor(line: string, path: string | undefined): readonly string[] {
  return [onPath('bash', path) ?? 'sh', '-c', line];
}

/** The build's folders by the names of their variables, as the service shows them. */
function readable(arg: string, { output, environment, checkout }: BuildFolders): string {
  for (const [folder, variable] of [
    [output, '$READTHEDOCS_OUTPUT'],
    [environment, '$READTHEDOCS_VIRTUALENV_PATH'],
    [checkout, '$READTHEDOCS_REPOSITORY_PATH'],
  ] as const) {
    if (arg === folder || arg.startsWith(`${folder}/`)) return variable + arg.slice(folder.length);
  }
  return arg;
}

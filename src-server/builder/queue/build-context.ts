import { dirname, join } from 'node:path';
import { EXIT_CODE_SKIPPED } from '../../model/builds/build-outcome.ts';
import type { QueuedBuild } from '../../services/builds/build-runs.ts';
import type { Keeping } from '../kept/keeping.ts';
import {
  type Command,
  type CommandContext,
  type CommandResult,
  recordNote,
  recordStep,
  runCommand,
  shellQuoted,
} from '../process/run-command.ts';
import { asdfVariables, pathOfLines } from '../steps/asdf/asdf-shim.ts';
import { findOnPath } from '../steps/find-programs.ts';
import { noEnvironmentNote } from '../steps/missing-tool.ts';
import type { BuildFolders } from './build-folders.ts';
import { BuildSkipped, CommandFailed } from './build-problem.ts';

/** What the steps of a build run in, once its repository is checked out. */
export type BuildContext = {
  readonly queuedBuild: QueuedBuild;
  readonly folders: BuildFolders;
  readonly env: Readonly<Record<string, string>>;
  readonly stop: AbortSignal;
  /** Returns the command that runs a program apart from the rest of this machine (safety S12). */
  readonly isolate: (argv: readonly string[]) => readonly string[];
  /** "Use what this machine has": without an environment and without installing anything. */
  readonly usesMachineTools: boolean;
  /** Whether a build may document a copy of its project that this machine has. */
  readonly acceptsInstalledCopies: boolean;
  /** Runs a command and records it. @throws CommandFailed @throws BuildSkipped @throws BuildStopped */
  readonly run: (argv: readonly string[], options?: RunOptions) => Promise<CommandResult>;
  /** Runs a line of the configuration file in a shell. @throws CommandFailed @throws BuildSkipped @throws BuildStopped */
  readonly shell: (line: string) => Promise<CommandResult>;
  /**
   * Records work of Lectern's own as the command that it does the same as; returns whether it succeeded, which it says by
   * a text for the output. @throws BuildStopped
   */
  readonly step: (argv: readonly string[], work: () => Promise<string | undefined>) => Promise<boolean>;
  /** What may be kept of earlier builds; undefined where nothing is. */
  readonly keeping: Keeping | undefined;
  /** Records a note of Lectern's among the commands. */
  readonly note: (title: string, text: string) => void;
};

export type RunOptions = {
  /** Relative to the checkout. */
  readonly cwd?: string;
  /** Continue when it fails. */
  readonly allowFailure?: boolean;
  readonly note?: (end: CommandResult) => string | undefined;
  /** Further variables. */
  readonly env?: Readonly<Record<string, string>>;
};

type BuildContextOptions = Pick<
  BuildContext,
  'queuedBuild' | 'folders' | 'env' | 'isolate' | 'acceptsInstalledCopies' | 'keeping'
> & {
  readonly rules: CommandContext;
};

/** Creates the way to run commands in a build's checkout and environment. */
export function createBuildContext({
  queuedBuild,
  folders,
  env,
  isolate,
  acceptsInstalledCopies,
  keeping,
  rules,
}: BuildContextOptions): BuildContext {
  async function run(
    argv: readonly string[],
    shown: string,
    options: RunOptions = {},
    variables = env,
    prepare?: Command['prepare'],
  ): Promise<CommandResult> {
    const cwd = join(folders.checkout, options.cwd ?? '.');
    const end = await runCommand(
      {
        ...{ argv: scope(isolate(argv)), displayText: shown, cwd, note: options.note, prepare },
        env: { ...variables, ...options.env },
        isScoped: rules.memory?.scope !== undefined,
      },
      rules,
    );
    if (end.exitCode === 0 || options.allowFailure) return end;
    throw end.exitCode === EXIT_CODE_SKIPPED ? new BuildSkipped() : new CommandFailed();
  }

  const scope = rules.memory?.scope ?? ((argv: readonly string[]) => argv);
  const usesMachineTools = queuedBuild.project.buildTools === 'machine';
  const envOfLines = { ...env, PATH: pathOfLines(folders, env.PATH ?? '') };
  return {
    ...{ queuedBuild, folders, env, isolate, acceptsInstalledCopies, keeping },
    stop: rules.stop,
    usesMachineTools,
    run: (argv, options) => run(argv, shownCommand(argv, folders), options),
    step: (argv, work) => recordStep(shownCommand(argv, folders), work, rules),
    shell(line) {
      const prepare = usesMachineTools ? undefined : () => asdfVariables(line, env, rules.stop);
      return run(shellFor(line, env.PATH), line, { note: noEnvironmentNote }, envOfLines, prepare);
    },
    note: (title, text) => recordNote(title, text, rules),
  };
}

/** Returns the command for a shell line: bash where present, since `build.jobs` are written for it. */
function shellFor(line: string, path: string | undefined): readonly string[] {
  return [findOnPath('bash', path) ?? 'sh', '-c', line];
}

function shownCommand(argv: readonly string[], folders: BuildFolders): string {
  return shellQuoted(argv.map((arg) => withVariableNames(arg, folders)));
}

/** Shows the build's folders by the names of their variables, as the service does. */
function withVariableNames(arg: string, { output, environment, checkout, isConda }: BuildFolders): string {
  for (const [folder, variable] of [
    [output, '$READTHEDOCS_OUTPUT'],
    isConda ? [dirname(environment), '$CONDA_ENVS_PATH'] : [environment, '$READTHEDOCS_VIRTUALENV_PATH'],
    [checkout, '$READTHEDOCS_REPOSITORY_PATH'],
  ] as const) {
    if (arg === folder || arg.startsWith(`${folder}/`)) return variable + arg.slice(folder.length);
  }
  return arg;
}

import { BuildStopped } from '../queue/build-problem.ts';
import { type CommandOutput, commandOutput } from './command-output.ts';
import type { SecretMask } from './mask-secrets.ts';
import { startGroup } from './process-group.ts';

/** Where the commands of a build are recorded. What these throw ends the build as it is. */
export type CommandLog = {
  /** Gives the number of the command. */
  readonly begin: (command: string, description?: string) => number;
  readonly append: (id: number, text: string) => void;
  readonly end: (id: number, exitCode: number) => void;
};

/** What all commands of a build share. */
export type CommandContext = {
  readonly log: CommandLog;
  readonly mask: SecretMask;
  /** What each may write, in bytes. */
  readonly outputBytes: number;
  /** Ends whatever runs. */
  readonly stop: AbortSignal;
};

export type Command = {
  readonly argv: readonly string[];
  /** What the log shows in the place of the arguments. */
  readonly displayText: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** What to remark below the output, once it is known how the command ended. */
  readonly note?: ((end: CommandResult) => string | undefined) | undefined;
};

export type CommandResult = {
  readonly exitCode: number;
  /** The last of its output, masked. */
  readonly tail: string;
};

/** What a shell takes as it is. */
const SAFE_ARGUMENT = /^(?:\$READTHEDOCS_\w+)?[\w@%+=:,./-]*$/;
/** What a shell answers for a program that cannot be run. */
const EXIT_NOT_STARTED = 127;

/**
 * Runs a command, recording it with its output while it goes on.
 * @throws BuildStopped when it was ended before it ended by itself, and what the log throws
 */
export async function runCommand(command: Command, context: CommandContext): Promise<CommandResult> {
  const { log, mask, stop } = context;
  if (stop.aborted) throw new BuildStopped();
  const id = log.begin(mask.text(command.displayText));
  const logFailure = new AbortController();
  const output = commandOutput({
    mask,
    limit: context.outputBytes,
    write(text) {
      // It may be called by a timer, where nobody would catch what is thrown.
      try {
        if (!logFailure.signal.aborted) log.append(id, text);
      } catch (error) {
        logFailure.abort(error);
      }
    },
  });
  const exitCode = await run(command, output, AbortSignal.any([stop, logFailure.signal]));
  const result = { exitCode, tail: output.tail() };
  const note = stop.aborted ? undefined : command.note?.(result);
  if (note !== undefined) output.note(note);
  output.end();
  logFailure.signal.throwIfAborted();
  log.end(id, exitCode);
  if (stop.aborted) throw new BuildStopped();
  return result;
}

async function run(command: Command, output: CommandOutput, stop: AbortSignal): Promise<number> {
  const group = startGroup(command.argv, command);
  for (const stream of group.output) stream.on('data', output.push);
  stop.addEventListener('abort', group.stop, { once: true });
  try {
    return await group.exited;
  } catch (error) {
    output.note(`It could not be started: ${error instanceof Error ? error.message : 'unknown error'}.`);
    return EXIT_NOT_STARTED;
  } finally {
    stop.removeEventListener('abort', group.stop);
  }
}

/** Records a remark among the commands, as a shell's comment: what was left out, and why. */
export function recordNote(title: string, text: string, { log, mask }: CommandContext): void {
  const id = log.begin(mask.text(`# ${title}`));
  log.append(id, mask.text(`${text}\n`));
  log.end(id, 0);
}

/** Arguments as a person would type them; `$READTHEDOCS_…` at the beginning stands for a variable of the build. */
export function shellQuoted(argv: readonly string[]): string {
  return argv
    .map((arg) => (arg !== '' && SAFE_ARGUMENT.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`))
    .join(' ');
}

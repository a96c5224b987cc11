import { BuildStopped, MemoryExceeded } from '../queue/build-problem.ts';
import { type CommandOutput, commandOutput } from './command-output.ts';
import type { SecretMask } from './mask-secrets.ts';
import type { MemoryLimit } from './memory-limit.ts';
import { startGroup } from './process-group.ts';
import { watchMemory } from './watch-memory.ts';

/** Records the commands of a build. An error thrown here ends the build. */
export type CommandLog = {
  /** Returns the id of the command. */
  readonly begin: (command: string, description?: string) => number;
  readonly append: (id: number, text: string) => void;
  readonly end: (id: number, exitCode: number) => void;
};

/** What all commands of a build share. */
export type CommandContext = {
  readonly log: CommandLog;
  readonly mask: SecretMask;
  /** The output limit of each command, in bytes. */
  readonly outputBytes: number;
  /** Stops the running command. */
  readonly stop: AbortSignal;
  /** How much memory a command may use. */
  readonly memory?: MemoryLimit | undefined;
};

export type Command = {
  readonly argv: readonly string[];
  /** The text that the log shows for the command. */
  readonly displayText: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Whether the system limits its memory. */
  readonly isScoped?: boolean;
  /** Runs before the program, once the log shows the command; returns further variables. */
  readonly prepare?: (() => Promise<Readonly<Record<string, string>>>) | undefined;
  /** Returns a note to add below the output, from how the command ended. */
  readonly note?: ((end: CommandResult) => string | undefined) | undefined;
};

export type CommandResult = {
  readonly exitCode: number;
  /** The end of its output, masked. */
  readonly tail: string;
};

/** Arguments that need no quotes in a shell. */
const SAFE_ARGUMENT = /^(?:\$(?:READTHEDOCS|CONDA)_\w+)?[\w@%+=:,./-]*$/;
/** The exit code of a shell for a program that cannot be run. */
const EXIT_NOT_STARTED = 127;
/** The exit code of a program that was killed; and what the service says below its output (behaviour.md 9). */
const EXIT_KILLED = 137;
const MEMORY_NOTE = 'Command killed due to excessive memory consumption';

/**
 * Runs a command and records it with its output as it arrives.
 * @throws BuildStopped when it was stopped @throws MemoryExceeded and errors of the log
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
      // Called by a stream event, where nothing would catch an error.
      try {
        if (!logFailure.signal.aborted) log.append(id, text);
      } catch (error) {
        logFailure.abort(error);
      }
    },
  });
  const env = { ...command.env, ...(await command.prepare?.()) };
  const used = new AbortController();
  const ended = await run({ ...command, env }, output, {
    stop: AbortSignal.any([stop, logFailure.signal, used.signal]),
    memoryBytes: context.memory?.bytes,
    onExceeded: (bytes) => used.abort(bytes),
  });
  const isKilled = !stop.aborted && (used.signal.aborted || isKilledInScope(command, ended, output.tail()));
  const exitCode = isKilled ? EXIT_KILLED : ended;
  const result = { exitCode, tail: output.tail() };
  const note = stop.aborted ? undefined : isKilled ? MEMORY_NOTE : command.note?.(result);
  if (note !== undefined) output.note(note);
  output.end();
  logFailure.signal.throwIfAborted();
  log.end(id, exitCode);
  if (stop.aborted) throw new BuildStopped();
  if (isKilled) throw memoryExceeded(context.memory?.bytes ?? 0, used.signal);
  return result;
}

/** Whether the system ended a command, or a program of it, for the memory that its scope has. */
function isKilledInScope({ isScoped }: Command, exitCode: number, tail: string): boolean {
  return isScoped === true && (exitCode === EXIT_KILLED || (exitCode !== 0 && /\bKilled\b/.test(tail)));
}

function memoryExceeded(limit: number, { aborted, reason }: AbortSignal): MemoryExceeded {
  return new MemoryExceeded(limit, aborted && typeof reason === 'number' ? reason : undefined);
}

type RunRules = {
  readonly stop: AbortSignal;
  readonly memoryBytes: number | undefined;
  readonly onExceeded: (bytes: number) => void;
};

async function run(
  command: Command,
  output: CommandOutput,
  { stop, memoryBytes, onExceeded }: RunRules,
): Promise<number> {
  const group = startGroup(command.argv, { ...command, lowPriority: true });
  const endWatch =
    group.pid === undefined || memoryBytes === undefined
      ? undefined
      : watchMemory(group.pid, memoryBytes, onExceeded);
  for (const stream of group.output) stream.on('data', output.push);
  stop.addEventListener('abort', group.stop, { once: true });
  try {
    return await group.exited;
  } catch (error) {
    output.note(
      `The program could not be started: ${error instanceof Error ? error.message : 'unknown error'}.`,
    );
    return EXIT_NOT_STARTED;
  } finally {
    endWatch?.();
    stop.removeEventListener('abort', group.stop);
  }
}

/**
 * Records work of Lectern's own as the command that it does the same as; the output is what `work` says of it. Work that
 * returns undefined failed. @throws BuildStopped and what `work` throws
 */
export async function recordStep(
  displayText: string,
  work: () => Promise<string | undefined>,
  { log, mask, stop }: CommandContext,
): Promise<boolean> {
  if (stop.aborted) throw new BuildStopped();
  const id = log.begin(mask.text(displayText));
  const text = await work();
  if (text !== undefined && text !== '') log.append(id, mask.text(`${text}\n`));
  log.end(id, text === undefined ? 1 : 0);
  if (stop.aborted) throw new BuildStopped();
  return text !== undefined;
}

/** Records a note among the commands, as a shell comment. */
export function recordNote(title: string, text: string, { log, mask }: CommandContext): void {
  const id = log.begin(mask.text(`# ${title}`));
  log.append(id, mask.text(`${text}\n`));
  log.end(id, 0);
}

/** Quotes arguments as a person would type them; `$READTHEDOCS_…` or `$CONDA_…` at the beginning is a variable of the build. */
export function shellQuoted(argv: readonly string[]): string {
  return argv
    .map((arg) => (arg !== '' && SAFE_ARGUMENT.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`))
    .join(' ');
}

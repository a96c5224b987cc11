import { type Command, PROGRAM, UsageError } from './commands/command-line.ts';
import { COMMANDS } from './commands/command-table.ts';
import { didYouMean } from './commands/did-you-mean.ts';
import { explainFailure, type Failure } from './commands/failures.ts';
import { commandHelp, commandOverview } from './commands/help.ts';
import { type CommandProcess, flush, openTerminal, type Terminal } from './commands/terminal.ts';

const HELP_HINT = `"${PROGRAM} --help" lists the commands.`;

/** Runs a command line (docs/handbook/pages/commands.md) and ends the process with its exit code. */
export async function main(argv: string[]): Promise<void> {
  // No other user can read what is written, whatever mode the code asks for (safety S18).
  process.umask(0o077);
  const exitCode = await runCommandLine(argv, process);
  await flush(process);
  // A keychain that waits for its password would keep the process alive.
  process.exit(exitCode);
}

/** Runs a command line and returns its exit code; a failure is reported, not thrown. */
export function runCommandLine(argv: readonly string[], commandProcess: CommandProcess): Promise<number> {
  const terminal = openTerminal(argv.includes('--json'), commandProcess);
  return run(argv, terminal).catch(async (error: unknown) => report(await explainFailure(error), terminal));
}

async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [first] = argv;
  if (first === undefined) throw new UsageError(`No command given. ${HELP_HINT}`);
  const words = argv.filter((arg) => !arg.startsWith('-'));
  if (argv.includes('--help') || argv.includes('-h') || first === 'help') {
    const help = helpFor(first === 'help' ? words.slice(1) : words);
    terminal.answer({ help }, help);
    return 0;
  }
  if (first === '--version') {
    const { VERSION } = await import('./core.ts');
    terminal.answer({ version: VERSION }, [VERSION]);
    return 0;
  }
  if (first.startsWith('-'))
    throw new UsageError(`The command must come first, before ${first}. ${HELP_HINT}`);
  const command = findCommand(argv);
  if (!command) throw new UsageError(`${unknownCommandMessage(words)} ${HELP_HINT}`);
  return command.start(argv.slice(command.name.split(' ').length), terminal, findWorkspace);
}

/** Replaces `--workspace` by the data folder that it names. */
async function findWorkspace(options: Record<string, unknown>): Promise<void> {
  if (typeof options.workspace !== 'string') return;
  const { workspaceDataFolder } = await import('./commands/workspaces/open-workspaces.ts');
  options.data = workspaceDataFolder(options.workspace, options.data);
}

function findCommand(words: readonly string[]): Command | undefined {
  return COMMANDS.find(({ name }) => name.split(' ').every((part, index) => words[index] === part));
}

function commandGroup(word: string | undefined): readonly Command[] {
  return COMMANDS.filter(({ name }) => name.startsWith(`${word} `));
}

function helpFor(words: readonly string[]): string[] {
  const command = findCommand(words);
  if (command) return commandHelp(command);
  const group = commandGroup(words[0]);
  return commandOverview(group.length > 0 ? group : COMMANDS);
}

function unknownCommandMessage([first = '', second]: readonly string[]): string {
  const group = commandGroup(first).map(({ name }) => name);
  if (group.length > 0 && second === undefined) return `"${first}" is incomplete: use ${group.join(', ')}.`;
  const typed = group.length > 0 ? `${first} ${second}` : first;
  const names = COMMANDS.map(({ name }) => name);
  const suggestion = didYouMean(typed, names) || didYouMean(`${first} ${second}`, names);
  return `There is no command "${typed}".${suggestion}`;
}

function report({ exitCode, message, code, errors, more }: Failure, terminal: Terminal): number {
  terminal.log(message);
  for (const each of errors ?? []) terminal.log(`  ${each.path}: ${each.message}`);
  if (more !== undefined) terminal.log(`  And ${more} more.`);
  const details = { ...(errors && { errors }), ...(more !== undefined && { more }) };
  terminal.answer({ event: 'error', code, message, ...details }, []);
  return exitCode;
}

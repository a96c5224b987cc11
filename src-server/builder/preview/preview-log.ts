import type { CommandLog } from '../process/run-command.ts';

/** Output beyond this length is dropped from its beginning, since errors are at the end. */
const MAX_LENGTH = 1_000_000;

/** Collects the commands of a build of a preview, which no table has. */
export function previewLog(): CommandLog & {
  /** Returns the commands with their output, as a person reads them. */
  readonly text: () => string;
  /** Returns the output of builders alone, where problems are looked for. */
  readonly builders: () => string;
} {
  const commands: { readonly command: string; output: string }[] = [];
  return {
    begin: (command) => commands.push({ command, output: '' }),
    append(id, text) {
      const entry = commands[id - 1];
      if (entry) entry.output = (entry.output + text).slice(-MAX_LENGTH);
    },
    end: () => {},
    text: () =>
      commands
        .map(({ command, output }) => `${command}\n${output}`)
        .join('\n')
        .slice(-MAX_LENGTH),
    builders: () =>
      commands
        .filter(({ command }) => !command.startsWith('# '))
        .map(({ output }) => output)
        .join('\n'),
  };
}

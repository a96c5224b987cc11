import { type Command, type Option, type Positional, PROGRAM } from './command-line.ts';

const WIDTH = 100;

/** Writes the help of all commands, or of those of one group: `user`. */
export function commandOverview(commands: readonly Command[]): string[] {
  const rows = commands.map((each) => [usage(each), each.summary] as const);
  return [
    `Usage: ${PROGRAM} COMMAND [options]`,
    '',
    'Commands:',
    ...table(rows),
    '',
    `"${PROGRAM} COMMAND --help" lists a command's options; --version prints the version of Lectern.`,
  ];
}

/** Writes the help of one command. */
export function commandHelp(command: Command): string[] {
  const options = Object.entries(command.options).map(
    ([name, option]) => [optionText(name, option), optionHelp(option)] as const,
  );
  return [
    `Usage: ${PROGRAM} ${usage(command)} [options]`,
    '',
    command.summary,
    ...(command.details ?? []),
    '',
    'Options:',
    ...table(options),
  ];
}

function usage({ name, positionals }: Command): string {
  return [name, ...positionals.map(placeholder)].join(' ');
}

function placeholder({ name, optional }: Positional): string {
  return optional ? `[${name}]` : name;
}

function optionText(name: string, { kind, value = 'VALUE', implied }: Option): string {
  if (kind === 'flag') return `--${name}`;
  return `--${name} ${implied === undefined ? value : `[${value}]`}`;
}

function optionHelp({ help, default: value }: Option): string {
  return value === undefined ? help : `${help} [${value}]`;
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.flatMap(([left, right]) =>
    wrap(right, WIDTH - width - 4).map(
      (line, index) => `  ${(index === 0 ? left : '').padEnd(width)}  ${line}`,
    ),
  );
}

function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

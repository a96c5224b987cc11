import { parseArgs } from 'node:util';
import { Problem } from '../model/base/problems.ts';
import { didYouMean } from './did-you-mean.ts';
import type { Terminal } from './terminal.ts';

/** The command line is invalid; the message is one line that says how to correct it. */
export class UsageError extends Problem {
  override readonly name = 'UsageError';
}

/** One option of a command. Parsing, help and errors are made from the table of options. */
export type Option = {
  /** `list` may be repeated; of any other kind the last one counts. */
  readonly kind: 'flag' | 'text' | 'list';
  readonly help: string;
  /** The placeholder of the value in the help: `DIR`. */
  readonly value?: string;
  readonly default?: string;
  /** The value where the option stands alone; a text option then needs none. */
  readonly implied?: string;
  readonly choices?: readonly string[];
  /** Returns what is wrong with a value, as the end of a sentence, or undefined. */
  readonly validate?: (value: string) => string | undefined;
};

/** Options by name, without the dashes. */
export type Options = Readonly<Record<string, Option>>;

/** An argument that is not an option. */
export type Positional = {
  readonly name: string;
  readonly optional?: boolean;
  /** Whether it may be empty. */
  readonly blank?: boolean;
  readonly validate?: (value: string) => string | undefined;
};

type Text<O extends Option> = O extends { readonly choices: readonly (infer Choice)[] } ? Choice : string;
type Value<O extends Option> = O['kind'] extends 'flag'
  ? boolean
  : O['kind'] extends 'list'
    ? readonly string[]
    : O extends { readonly default: string }
      ? Text<O>
      : Text<O> | undefined;

/** The value of each option, with defaults. */
export type Values<Table extends Options> = { readonly [Name in keyof Table]: Value<Table[Name]> };

/** A command with its table of options. */
export type Definition<Table extends Options> = {
  /** `serve`, or two words: `user add`. */
  readonly name: string;
  readonly summary: string;
  /** More lines of its help. */
  readonly details?: readonly string[];
  readonly positionals: readonly Positional[];
  readonly options: Table;
  /** Returns the exit code. */
  readonly run: (
    options: Values<Table>,
    positionals: readonly string[],
    terminal: Terminal,
  ) => Promise<number>;
};

type CommandInfo = Omit<Definition<Options>, 'run'>;

/** A command without the types of its options. */
export type Command = CommandInfo & {
  /** @param prepare completes the options before the command runs */
  readonly start: (
    args: readonly string[],
    terminal: Terminal,
    prepare?: (options: Record<string, unknown>) => Promise<void>,
  ) => Promise<number>;
};

/** Makes a command from its definition. */
export function command<const Table extends Options>(definition: Definition<Table>): Command {
  const { run, ...rest } = definition;
  return {
    ...rest,
    async start(args, terminal, prepare) {
      const { values, positionals } = parse(definition, args);
      await prepare?.(values);
      return run(values as Values<Table>, positionals, terminal);
    },
  };
}

/** Starts this program from its folder. */
export const PROGRAM = 'npm run lectern --';

type ParsedArgs = { readonly values: Record<string, unknown>; readonly positionals: readonly string[] };

/** @throws UsageError */
function parse(definition: CommandInfo, args: readonly string[]): ParsedArgs {
  const { name: commandName, options } = definition;
  const parsed = parseArgs({
    args: withImplied(options, args),
    // Errors are found below, with messages of this program; parseArgs only splits the line.
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(options).map(([name, { kind }]) => [
        name,
        { type: kind === 'flag' ? 'boolean' : 'string' },
      ]),
    ),
  });
  const values = defaults(options);
  for (const token of parsed.tokens) {
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (!option) {
      const names = Object.keys(options).map((name) => `--${name}`);
      throw new UsageError(
        `"${commandName}" has no option ${token.rawName}.${didYouMean(token.rawName, names)} ${helpHint(commandName)}`,
      );
    }
    values[token.name] = readOption(token, option, values[token.name]);
  }
  checkPositionals(definition, parsed.positionals);
  return { values, positionals: parsed.positionals };
}

/** Gives options that stand alone the value that they imply, since parseArgs would take what follows. */
function withImplied(options: Options, args: readonly string[]): string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  return args.map((arg, index) => {
    const name = arg.slice(2);
    const implied = Object.hasOwn(options, name) ? options[name]?.implied : undefined;
    if (implied === undefined || index >= end || !arg.startsWith('--')) return arg;
    const next = args[index + 1];
    return next === undefined || next.startsWith('-') ? `${arg}=${implied}` : arg;
  });
}

type OptionToken = { readonly rawName: string; readonly value?: string; readonly inlineValue?: boolean };

function readOption(
  { rawName, value, inlineValue }: OptionToken,
  option: Option,
  previous: unknown,
): unknown {
  if (option.kind === 'flag') {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value.`);
    return true;
  }
  if (value === undefined || (!inlineValue && /^-./.test(value))) {
    throw new UsageError(`${rawName} needs a value: ${rawName} ${option.value ?? 'VALUE'}.`);
  }
  if (value === '') throw new UsageError(`${rawName} may not be empty.`);
  const error = validationError(option, value);
  if (error) throw new UsageError(`${rawName} cannot be "${value}": ${error}.`);
  return option.kind === 'list' ? [...(previous as readonly string[]), value] : value;
}

function validationError({ choices, validate }: Option, value: string): string | undefined {
  if (choices && !choices.includes(value)) return `it is one of ${choices.join(', ')}`;
  return validate?.(value);
}

function defaults(options: Options): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { kind, default: value }]) => [
      name,
      kind === 'flag' ? false : kind === 'list' ? [] : value,
    ]),
  );
}

function checkPositionals({ name, positionals }: CommandInfo, args: readonly string[]): void {
  const missing = positionals.find(({ optional }, index) => !optional && args[index] === undefined);
  if (missing) throw new UsageError(`"${name}" needs ${missing.name}. ${helpHint(name)}`);
  const extra = args[positionals.length];
  if (extra !== undefined) throw new UsageError(`"${name}" takes no argument "${extra}". ${helpHint(name)}`);
  positionals.forEach(({ name: what, blank, validate }, index) => {
    const value = args[index];
    if (value === undefined) return;
    if (value === '' && !blank) throw new UsageError(`${what} may not be empty.`);
    const error = validate?.(value);
    if (error) throw new UsageError(`${what} cannot be "${value}": ${error}.`);
  });
}

function helpHint(name: string): string {
  return `"${PROGRAM} ${name} --help" shows its usage.`;
}

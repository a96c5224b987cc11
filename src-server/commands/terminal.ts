import { createInterface } from 'node:readline';

/** What a command uses of the process that runs it. Tests pass their own. */
export type CommandProcess = {
  /** Where answers to questions are read; without it there are none. */
  readonly stdin?: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  readonly on: (signal: NodeJS.Signals, listener: () => void) => unknown;
  readonly exit: (code: number) => unknown;
};

/** Writes the output of a command: answers to stdout, everything else to stderr. */
export type Terminal = {
  /** Whether answers are JSON, a line each (`--json`). */
  readonly json: boolean;
  /** Writes an answer: the value as one line of JSON, or lines for people. */
  readonly answer: (value: object, lines: readonly string[]) => void;
  /** Writes a line to stderr. Never a secret. */
  readonly log: (line: string) => void;
  /** Asks on stderr and returns the line that is typed; undefined when the input ends. */
  readonly ask: (question: string) => Promise<string | undefined>;
  /** Calls back at each signal of this kind. */
  readonly onSignal: (signal: NodeJS.Signals, listener: () => void) => void;
  /** Ends the process at once, whatever is under way. */
  readonly exit: (code: number) => void;
};

const FLUSH_MS = 500;

/** Opens the terminal, or the pipes, of a process. */
export function openTerminal(json: boolean, commandProcess: CommandProcess): Terminal {
  const { stdin, stdout, stderr } = commandProcess;
  // The reader of our output may be gone while the work goes on.
  for (const stream of [stdout, stderr]) stream.on('error', () => {});
  return {
    json,
    answer: (value, lines) => {
      const text = json ? [JSON.stringify(value)] : lines.map(stripControlCharacters);
      if (text.length > 0) stdout.write(`${text.join('\n')}\n`);
    },
    log: (line) => stderr.write(`${stripControlCharacters(line)}\n`),
    ask: async (question) => {
      stderr.write(stripControlCharacters(question));
      const typed = stdin && (await readLine(stdin));
      if (typed === undefined) stderr.write('\n');
      return typed;
    },
    onSignal: (signal, listener) => commandProcess.on(signal, listener),
    exit: (code) => void commandProcess.exit(code),
  };
}

/** Waits until the output is written, though not for a reader that does not read. */
export async function flush({ stdout, stderr }: CommandProcess): Promise<void> {
  const written = [stdout, stderr].map(
    (stream) => new Promise<void>((resolve) => stream.write('', () => resolve())),
  );
  await Promise.race([Promise.all(written), new Promise((resolve) => setTimeout(resolve, FLUSH_MS))]);
}

/** Formats rows as lines of aligned columns. */
export function formatColumns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    });
  }
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Formats bytes as `3.4 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return step === 0 ? `${bytes} bytes` : `${(bytes / 1000 ** step).toFixed(1)} ${units[step]}`;
}

function readLine(input: NodeJS.ReadableStream): Promise<string | undefined> {
  return new Promise((resolve) => {
    const lines = createInterface({ input });
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    lines.once('close', () => resolve(undefined));
  });
}

// A name that a user chose must not control the terminal that shows it.
function stripControlCharacters(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '?');
}

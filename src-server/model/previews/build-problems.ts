import { logSeverity } from '../builds/log/log-severity.ts';
import type { PreviewProblem } from './preview.ts';

/** How many problems of a build are kept. */
const MAX_PROBLEMS = 50;
/** Longer messages and lines are cut. */
const MAX_MESSAGE = 600;
const MAX_LINE = 4096;

/** `docs/index.rst:12: WARNING: …`, `mod.py:docstring of pkg.f:3: ERROR: …`, `page.md:4:2: error …`, `a/b.rst: WARNING: …` */
const PLACED = /^(.+?\.[A-Za-z]\w{0,9})(?::docstring of [\w.]+)?(?::(\d+))?(?::\d+)?:\s+(.+)$/;
/** `WARNING -  Doc file 'guide/a.md' contains a link …`, `ERROR   -  Error reading page 'a.md': …` */
const MKDOCS = /^(ERROR|CRITICAL|WARNING)\s+-\s+(.*)$/;
const QUOTED_FILE = /'([^']+\.\w{1,10})'/;
/** A frame of a Python traceback, and YAML's `in "mkdocs.yml", line 3, column 5`. */
const FRAME = /^\s*(?:File|in) "([^"]+)", line (\d+)/;
const EXCEPTION = /^([A-Za-z_][\w.]*(?:Error|Exception|Warning|Exit|Interrupt)|yaml\.[\w.]+): ?(.*)$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal are control sequences
const COLOURS = /\x1b\[[\d;]*m/g;
const WORD = /^(?:WARNING|ERROR|CRITICAL|SEVERE|FATAL|[Ww]arning|[Ee]rror):\s*/;

/** Returns a file of a message relative to the folder; undefined for one that is not in it. */
export type ResolveFile = (path: string) => string | undefined;

type Found = Omit<PreviewProblem, 'id'>;

/**
 * Finds errors and warnings with their places in the output of documentation builders: Sphinx, MkDocs, Python, YAML, and
 * what else writes `file:line: message`. Each is listed once, errors first.
 */
export function findBuildProblems(output: string, resolve: ResolveFile): readonly PreviewProblem[] {
  const reader = new ProblemReader(resolve);
  for (const line of output.split('\n'))
    reader.read(line.slice(0, MAX_LINE).replaceAll(COLOURS, '').trimEnd());
  const unique = new Map(reader.found.map((each) => [JSON.stringify(each), each]));
  const placed = [...unique.values()].some(({ severity, file }) => severity === 'error' && file !== null);
  // What surrounds an error of a file says the same again, at no place.
  const told = [...unique.values()].filter(
    ({ severity, file }) => !placed || severity === 'warning' || file !== null,
  );
  const bySeverity = told.sort(
    (one, other) => Number(one.severity === 'warning') - Number(other.severity === 'warning'),
  );
  return bySeverity.slice(0, MAX_PROBLEMS).map((each, id) => ({ id, ...each }));
}

class ProblemReader {
  readonly found: Found[] = [];
  readonly #resolve: ResolveFile;
  /** The last place of a traceback that is in the folder. */
  #frame: { readonly file: string; readonly line: number } | undefined;
  #title = '';

  constructor(resolve: ResolveFile) {
    this.#resolve = resolve;
  }

  read(line: string): void {
    const frame = FRAME.exec(line);
    if (frame) {
      this.#readFrame(frame[1] ?? '', Number(frame[2]));
      return;
    }
    if (line.startsWith('Traceback ')) {
      this.#frame = undefined;
      return;
    }
    if (this.#readException(line) || this.#readMkdocs(line) || this.#readPlaced(line)) return;
    const severity = logSeverity(line);
    if (severity === undefined) return;
    this.#add(severity, null, null, line.replace(WORD, ''));
  }

  #readFrame(path: string, line: number): void {
    const file = this.#resolve(path);
    if (file === undefined) return;
    const isOfYaml = /\.ya?ml$/i.test(file);
    const last = this.found.at(-1);
    // YAML names the place below its message.
    if (isOfYaml && last?.severity === 'error' && (last.file === null || last.file === file)) {
      this.found.pop();
      this.#add('error', file, line, last.message);
    } else if (isOfYaml) this.#add('error', file, line, this.#title || 'This YAML cannot be read.');
    else this.#frame = { file, line };
  }

  #readException(line: string): boolean {
    const [, name, text = ''] = EXCEPTION.exec(line) ?? [];
    if (name === undefined || !this.#frame) return false;
    const { file, line: number } = this.#frame;
    this.#frame = undefined;
    this.#add('error', file, number, text === '' ? name : `${name}: ${text}`);
    return true;
  }

  #readMkdocs(line: string): boolean {
    const [, level, message = ''] = MKDOCS.exec(line) ?? [];
    if (level === undefined) return false;
    const quoted = QUOTED_FILE.exec(message)?.[1];
    const file = quoted === undefined ? undefined : this.#resolve(quoted);
    this.#add(level === 'WARNING' ? 'warning' : 'error', file ?? null, null, message);
    return true;
  }

  #readPlaced(line: string): boolean {
    const [, path = '', number, message = ''] = PLACED.exec(line) ?? [];
    const file = path === '' ? undefined : this.#resolve(path);
    if (file === undefined) return false;
    const severity = logSeverity(message) ?? (number === undefined ? undefined : 'error');
    if (severity === undefined) return false;
    this.#add(severity, file, number === undefined ? null : Number(number), message.replace(WORD, ''));
    return true;
  }

  #add(severity: Found['severity'], file: string | null, line: number | null, message: string): void {
    this.#title = message;
    this.found.push({ severity, file, line, message: message.slice(0, MAX_MESSAGE) });
  }
}

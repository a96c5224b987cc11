import type { PreviewProblem } from '../../model/previews/preview.ts';
import type { PreviewOutcome } from './preview-builder.ts';
import type { SourceChanges } from './source-copy.ts';

/** What Sphinx says of each document that it reads, and that it writes. */
const READ = /^reading sources\.\.\. \[ *\d+%\] (.+)$/gm;
const WRITTEN = /^writing output\.\.\. \[ *\d+%\] (.+)$/gm;
/** What it says when it writes a document; anything else it says when it reads one. */
const SAID_ON_WRITING = /undefined label|unknown document|reference target not found|not in glossary/i;
/** Only an incremental builder leaves files out. */
const IS_SPHINX = /^Running Sphinx v/m;
const MAX_PROBLEMS = 50;

/**
 * Returns the problems after a build: its own, and those of documents that an incremental build of Sphinx left as they
 * were, since it says each only once.
 */
export function remainingProblems(
  before: PreviewOutcome | undefined,
  now: PreviewOutcome,
  { changed, removed }: SourceChanges,
): readonly PreviewProblem[] {
  if (!before?.success || !now.success || !IS_SPHINX.test(now.output)) return now.problems;
  const read = namesIn(now.output, READ);
  const written = namesIn(now.output, WRITTEN);
  const touched = new Set([...changed, ...removed]);
  const isLeft = ({ file, message }: PreviewProblem) =>
    file !== null &&
    !touched.has(file) &&
    !isAmong(read, file) &&
    !(SAID_ON_WRITING.test(message) && isAmong(written, file)) &&
    !touchesConfiguration(touched);
  const left = before.problems.filter(isLeft);
  const isNew = (problem: PreviewProblem) => !now.problems.some((each) => isSame(each, problem));
  return [...now.problems, ...left.filter(isNew)]
    .slice(0, MAX_PROBLEMS)
    .map((problem, id) => ({ ...problem, id }));
}

function namesIn(output: string, pattern: RegExp): readonly string[] {
  return [...output.matchAll(pattern)].map(([, name = '']) => name.trim());
}

function isAmong(names: readonly string[], file: string): boolean {
  const path = file.replace(/\.\w+$/, '');
  return names.some((name) => path === name || path.endsWith(`/${name}`));
}

function touchesConfiguration(touched: ReadonlySet<string>): boolean {
  return [...touched].some((path) => /(?:^|\/)conf\.py$|readthedocs\.ya?ml$/.test(path));
}

function isSame(one: PreviewProblem, other: PreviewProblem): boolean {
  return one.file === other.file && one.line === other.line && one.message === other.message;
}

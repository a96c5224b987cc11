import { isMap, LineCounter, parseDocument } from 'yaml';
import type { FoundConfig } from '../model/repository-inspection.ts';

/** The names under which the configuration of builds is looked for, in this order. */
export const CONFIG_FILES = [
  '.readthedocs.yaml',
  '.readthedocs.yml',
  'readthedocs.yaml',
  'readthedocs.yml',
] as const;

const MAX_SHOWN = 20_000;
const MAX_PROBLEMS = 5;
const KEYS = new Set([
  ...['version', 'build', 'sphinx', 'mkdocs', 'python', 'conda', 'formats', 'submodules', 'search'],
]);

/**
 * Looks over the configuration file of builds, without the builder's whole reading of it: whether it is YAML, the
 * version it is for, and keys that mean nothing.
 */
export function checkConfig(file: string, text: string): FoundConfig {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const problems = document.errors.map(
    ({ pos, message }) => `Line ${lines.linePos(pos[0]).line}: ${message}.`,
  );
  const version = problems.length === 0 ? asText(document.get('version')) : null;
  if (problems.length === 0) {
    problems.push(...unknownKeys(document.contents, lines));
    if (version === null) problems.push('It does not say "version: 2".');
    else if (version !== '2') problems.push(`Its version is ${version}; builds read version 2.`);
  }
  return {
    file,
    text: text.slice(0, MAX_SHOWN),
    version,
    problems: problems.slice(0, MAX_PROBLEMS),
    failsOnWarning: document.getIn(['sphinx', 'fail_on_warning']) === true,
  };
}

function unknownKeys(contents: unknown, lines: LineCounter): string[] {
  if (contents === null) return [];
  if (!isMap<{ value?: unknown; range?: readonly [number, number, number] | null }>(contents))
    return ['It is no list of "key: value".'];
  return contents.items.flatMap(({ key }) =>
    KEYS.has(String(key.value))
      ? []
      : [`Line ${lines.linePos(key.range?.[0] ?? 0).line}: "${String(key.value)}" means nothing here.`],
  );
}

/** What stands there as text; null where nothing does. */
function asText(value: unknown): string | null {
  return value === undefined || value === null ? null : String(value);
}

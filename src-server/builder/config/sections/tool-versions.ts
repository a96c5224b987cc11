import type { BuildTool } from '../../../model/builds/build-config.ts';
import { type ConfigField, problemAt, quoted } from '../config-field.ts';

/** Returns all minor versions of a range, such as `1.55` to `1.96`. */
function minors(first: number, from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => `${first}.${from + at}`);
}

/** The versions of each tool that the service offers (behaviour.md 15). */
const VERSIONS: Readonly<Record<BuildTool, readonly string[]>> = {
  python: ['2.7', '3', ...minors(3, 6, 14), 'latest'],
  nodejs: ['14', '16', '18', '19', '20', '22', '23', '24', '25', '26', 'latest'],
  ruby: ['3.3', '3.4', '4.0', 'latest'],
  rust: [...minors(1, 55, 96), 'latest'],
  golang: [...minors(1, 17, 26), 'latest'],
};
const ALLOWED_VERSIONS: Readonly<Record<BuildTool, string>> = {
  python: `${VERSIONS.python.join(', ')}, miniconda3-VERSION, mambaforge-VERSION, miniforge3-VERSION`,
  nodejs: VERSIONS.nodejs.join(', '),
  ruby: VERSIONS.ruby.join(', '),
  rust: '1.55 to 1.96, latest',
  golang: '1.17 to 1.26, latest',
};
const CONDA_VERSION = /^(?:miniconda|mambaforge|miniforge)3?-(?:latest|\d+(?:\.\d+)*(?:-\d+(?:\.\d+)*)?)$/;

/** Returns whether a `build.tools.python` is a conda distribution, which needs an environment file. */
export function isConda(version: string): boolean {
  return CONDA_VERSION.test(version);
}

/**
 * Reads the requested version of a tool. It must be text: unquoted, YAML reads 3.10 as the number 3.1.
 * @throws ConfigProblem `invalid-choice`
 */
export function asToolVersion(field: ConfigField, tool: BuildTool): string {
  const { node } = field;
  const value = node?.kind === 'scalar' ? node.value : null;
  if (typeof value === 'string' && (VERSIONS[tool].includes(value) || (tool === 'python' && isConda(value))))
    return value;
  const message = `expected one of (${ALLOWED_VERSIONS[tool]}), got ${quoted(field)}`;
  throw problemAt(
    field,
    'invalid-choice',
    typeof value === 'number' ? `${message}. ${quotingHint(field, value)}` : message,
  );
}

function quotingHint(field: ConfigField, value: number): string {
  const written = quoted(field);
  return `Without quotes it is the number ${value}; write "${written}"`;
}

import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import type { Project } from '../../model/projects/project.ts';
import type { ConfigCode } from './config-codes.ts';
import { ConfigProblem } from './config-problem.ts';
import { defaultConfig } from './default-config.ts';
import { inspectConfigOnThread } from './inspect-config-thread.ts';
import { type ParsedConfig, requireParsed } from './parse-config.ts';
import { MAX_TEXT } from './read-yaml.ts';
import { renderConfig } from './render-config.ts';
import { NO_FILE } from './sections/refused-today.ts';

/** The names of the build configuration file, in order of precedence (behaviour.md 15). */
export const CONFIG_FILES = [
  '.readthedocs.yaml',
  '.readthedocs.yml',
  'readthedocs.yaml',
  'readthedocs.yml',
] as const;

/** How to build a checkout. Without a configuration file, `found` is false and `file` null. */
export type CheckoutConfig = ParsedConfig & { readonly found: boolean; readonly file: string | null };

/** The largest size of the longest text in UTF-8. */
const MAX_BYTES = MAX_TEXT * 4;

/** Returns the configuration files among the files at a repository's root; the first one counts. */
export function configFilesAmong(names: Iterable<string>): readonly string[] {
  const present = new Set(names);
  return CONFIG_FILES.filter((name) => present.has(name));
}

/**
 * Reads the configuration file of a checkout; without one, returns version 1's defaults for the project.
 * @param options.fallbackPath the file to read when the root has none, relative to the checkout
 * A project that names its file is built by that one alone.
 * @throws ConfigProblem when it cannot be used, or is missing where the project or `fallbackPath` names it
 */
export async function readConfig(
  checkout: string,
  options: {
    readonly project: Pick<Project, 'documentationType'> & Partial<Pick<Project, 'readthedocsYamlPath'>>;
    readonly fallbackPath?: string | undefined;
  },
): Promise<CheckoutConfig> {
  const { project, fallbackPath } = options;
  const entries = await readdir(checkout, { withFileTypes: true });
  const names = configFilesAmong(entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name));
  const file =
    project.readthedocsYamlPath ??
    names[0] ??
    (fallbackPath === undefined ? undefined : posix.normalize(fallbackPath));
  if (file === undefined) {
    const config = defaultConfig(project);
    return {
      ...{ found: false, file: null, config, rendered: renderConfig(config) },
      ...{ notes: [], refusedToday: [NO_FILE] },
    };
  }
  const { notes, ...parsed } = requireParsed(
    await inspectConfigOnThread({ file, text: await readText(checkout, file), project }),
  );
  const ignoredFiles = names
    .filter((name) => name !== file)
    .map((name) => `${name} is ignored, because there is a ${file}.`);
  return { found: true, file, ...parsed, notes: [...notes, ...ignoredFiles] };
}

/** Reads the file's text; a link may not lead out of the repository (safety S12). */
async function readText(checkout: string, file: string): Promise<string> {
  const fail = (code: ConfigCode, reason: string) =>
    new ConfigProblem({ key: '', code, reason, file, line: null });
  const missing = fail('config:path:not-found', `Configuration file not found: ${file}`);
  const [root, path] = await Promise.all([realpath(checkout), realpath(join(checkout, file))]).catch(
    (error: unknown) => {
      throw isAbsent(error) ? missing : error;
    },
  );
  if (!path.startsWith(root + sep))
    throw fail('config-syntax-invalid', 'It is a link that leads out of the repository');
  const found = await stat(path);
  if (!found.isFile()) throw missing;
  if (found.size > MAX_BYTES) throw fail('config-syntax-invalid', `It is longer than ${MAX_TEXT} characters`);
  const bytes = await readFile(path);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw fail('config-syntax-invalid', 'It is not written in UTF-8');
  }
}

function isAbsent(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(String(error.code))
  );
}

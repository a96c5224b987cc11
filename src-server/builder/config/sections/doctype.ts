import type { BuildConfig } from '../../../model/builds/build-config.ts';
import type { DocumentationType } from '../../../model/projects/project.ts';
import { type ConfigField, problemAt } from '../config-field.ts';
import { replacesSteps } from './refused-today.ts';

type ToolFields = { readonly [tool in 'sphinx' | 'mkdocs']: ConfigField };

/**
 * Returns what builds the pages: the file decides it, not the project's setting (behaviour.md 15).
 * @throws ConfigProblem `invalid-keys-combination`
 */
export function doctypeOf(
  fields: ToolFields,
  { build, sphinx }: { build: BuildConfig['build']; sphinx: BuildConfig['sphinx'] | undefined },
  configuredType: DocumentationType | undefined,
): DocumentationType {
  const has = { sphinx: fields.sphinx.node !== undefined, mkdocs: fields.mkdocs.node !== undefined };
  if (has.sphinx && has.mkdocs) {
    const reason = 'You can not have the ``sphinx`` and ``mkdocs`` keys at the same time';
    throw problemAt(fields.mkdocs, 'invalid-keys-combination', reason);
  }
  if (build.commands.length > 0) return 'generic';
  if (has.mkdocs) return 'mkdocs';
  if (has.sphinx) return sphinx?.builder ?? 'sphinx';
  if (replacesSteps(build)) return 'generic';
  if (configuredType !== 'mkdocs') return 'sphinx';
  // Sphinx would build it and find no conf.py; the file has to say what is meant.
  const reason =
    'Your project is configured as "MkDocs" in your admin dashboard, but there is no "mkdocs" key specified.';
  throw problemAt(fields.mkdocs, 'invalid-keys-combination', reason);
}

/** Returns notes on surprising parts of a valid file, a sentence each. */
export function configNotes(
  config: BuildConfig,
  fields: ToolFields & { readonly version: ConfigField },
  configuredType: DocumentationType | undefined,
): string[] {
  const { doctype } = config;
  const notes: string[] = [];
  if (!fields.version.node) notes.push('It has no "version: 2".');
  // "sphinx" is the default, so it is no choice of the project.
  if (configuredType !== undefined && configuredType !== 'sphinx' && configuredType !== doctype)
    notes.push(`The project is set to ${configuredType}; the file says ${doctype}.`);
  return notes;
}

import type { BuildConfig } from '../../model/builds/build-config.ts';
import type { DetectedConfig } from '../../model/projects/repository/repository-inspection.ts';
import type { ConfigProblem } from './config-problem.ts';
import { type ConfigInspection, inspectConfig, type ParsedConfig } from './parse-config.ts';

const MAX_SHOWN = 20_000;
const MAX_PROBLEMS = 5;

/** What the import screen shows of the configuration file, and the Sphinx or MkDocs configuration that it names. */
export type CheckedConfig = {
  readonly preview: DetectedConfig;
  readonly docs: { readonly kind: 'sphinx' | 'mkdocs'; readonly file: string } | null;
};

/** Describes the configuration file before an import, as a build will read it (behaviour.md 15). */
export function checkConfig(
  file: string,
  text: string,
  { problems, parsed, declared }: ConfigInspection = inspectConfig({ file, text }),
): CheckedConfig {
  const { version, sphinx, mkdocs } = declared;
  const preview = {
    file,
    text: text.slice(0, MAX_SHOWN),
    version,
    problems: [
      ...problems.map(formatProblem),
      ...(parsed ? [...parsed.notes, ...refusals(parsed)] : []),
    ].slice(0, MAX_PROBLEMS),
    python: parsed && wantedPython(parsed.config),
    failsOnWarning: sphinx?.failOnWarning ?? false,
  };
  const toDocs = (kind: 'sphinx' | 'mkdocs', path: string | null | undefined) =>
    path === null || path === undefined ? null : { kind, file: path };
  return {
    preview,
    docs: toDocs('sphinx', sphinx?.configuration) ?? toDocs('mkdocs', mkdocs?.configuration),
  };
}

/** Returns the Python that a build needs on this computer; null where conda or nothing brings it. */
function wantedPython({ build, python, conda }: BuildConfig): string | null {
  const wanted = build.tools.python ?? String(python.version);
  return conda === null && /^(?:pypy)?\d/.test(wanted) ? wanted : null;
}

/** Says what the service refuses of a file in today's form; one of the era is older than its rules. */
function refusals({ config, refusedToday }: ParsedConfig): readonly string[] {
  if (config.build.os === null) return [];
  return refusedToday.map(({ reason }) => `Today’s service refuses it: ${reason}.`);
}

function formatProblem({ code, message, reason, line }: ConfigProblem): string {
  // The screen shows the name of the file above.
  const text = code === 'config-syntax-invalid' || code === 'invalid-key' ? reason : message;
  return `${line === null ? '' : `Line ${line}: `}${text}${text.endsWith('.') ? '' : '.'}`;
}

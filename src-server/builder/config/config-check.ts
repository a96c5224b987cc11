import type { FoundConfig } from '../../model/projects/repository-inspection.ts';
import type { ConfigProblem } from './config-problem.ts';
import { examineConfig } from './parse-config.ts';

const MAX_SHOWN = 20_000;
const MAX_PROBLEMS = 5;

/** What the import screen shows of the configuration file, and the documentation's own file that it names. */
export type CheckedConfig = {
  readonly shown: FoundConfig;
  readonly docs: { readonly kind: 'sphinx' | 'mkdocs'; readonly file: string } | null;
};

/** Looks over the configuration file of builds before an import, as a build will read it (behaviour.md 15). */
export function checkConfig(file: string, text: string): CheckedConfig {
  const { problems, parsed, said } = examineConfig({ file, text });
  const { version, sphinx, mkdocs } = said;
  const shown = {
    file,
    text: text.slice(0, MAX_SHOWN),
    version,
    problems: [...problems.map(asSentence), ...(parsed?.notes ?? [])].slice(0, MAX_PROBLEMS),
    failsOnWarning: sphinx?.failOnWarning ?? false,
  };
  const named = (kind: 'sphinx' | 'mkdocs', path: string | null | undefined) =>
    path === null || path === undefined ? null : { kind, file: path };
  return { shown, docs: named('sphinx', sphinx?.configuration) ?? named('mkdocs', mkdocs?.configuration) };
}

function asSentence({ code, message, reason, line }: ConfigProblem): string {
  // Which file it is stands above.
  const words = code === 'config-syntax-invalid' || code === 'invalid-key' ? reason : message;
  return `${line === null ? '' : `Line ${line}: `}${words}${words.endsWith('.') ? '' : '.'}`;
}

import type { BuildToolSource } from './project.ts';

/** What a new project had best be built with on this computer, and why. */
export type BuildToolsAdvice = {
  readonly tools: BuildToolSource;
  /** Why it is not a fresh virtualenv, or why that will fail; null where nothing is in its way. */
  readonly reason: string | null;
};

/** What is known of this computer before the first build of a project. */
export type BuildToolsFacts = {
  /** Name of the documentation tool that is needed; null while it is unknown. */
  readonly tool: string | null;
  /** Whether that tool is installed; any of them where it is unknown. */
  readonly isInstalled: boolean;
  /** The Python that is asked for and not installed; null when it is, or none is asked for. */
  readonly missingPython: string | null;
  readonly index: { readonly host: string; readonly answers: boolean };
};

/** Advises a fresh virtualenv, as the service builds, unless it is known to fail where the installed tools would do. */
export function adviseBuildTools({
  tool,
  isInstalled,
  missingPython,
  index,
}: BuildToolsFacts): BuildToolsAdvice {
  const obstacle =
    missingPython !== null
      ? `Python ${missingPython} is not installed here`
      : index.answers
        ? null
        : `${index.host} does not answer`;
  if (obstacle === null) return { tools: 'own', reason: null };
  const name = tool ?? 'Sphinx or MkDocs';
  if (isInstalled)
    return {
      tools: 'machine',
      reason: `${obstacle}, so ${tool ?? 'what'} is used as installed on this computer.`,
    };
  return {
    tools: 'own',
    reason: `${obstacle}, and ${name} is not installed either, so builds will fail. Install ${name}, or connect to the network.`,
  };
}

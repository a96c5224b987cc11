import { tmpdir } from 'node:os';
import { adviseBuildTools, type BuildToolsAdvice } from '../../model/projects/build-tools.ts';
import { machinePath } from '../steps/build-environment.ts';
import { findOnPath } from '../steps/find-programs.ts';
import { findPython } from '../steps/python/find-python.ts';
import { packageIndexState } from './package-index-answers.ts';

/** What a repository needs to be built. */
export type BuildNeeds = {
  /** null while it is unknown. */
  readonly docs: DocsTool | null;
  /** The version that its configuration asks for, such as `3.11`; null for none. */
  readonly python: string | null;
};

/** A documentation tool. */
export type DocsTool = 'sphinx' | 'mkdocs';

const COMMANDS = { sphinx: 'sphinx-build', mkdocs: 'mkdocs' } as const;
const NAMES = { sphinx: 'Sphinx', mkdocs: 'MkDocs' } as const;
const TOOLS: readonly DocsTool[] = ['sphinx', 'mkdocs'];

/** Returns the documentation tools that are installed on this computer. */
export function installedTools(): readonly DocsTool[] {
  const path = machinePath();
  return TOOLS.filter((tool) => findOnPath(COMMANDS[tool], path) !== undefined);
}

/** Advises what to build a repository with, before its first build. Runs nothing of the repository. */
export async function adviseTools({ docs, python }: BuildNeeds): Promise<BuildToolsAdvice> {
  const [index, hasPython] = await Promise.all([packageIndexState(), python === null || isInstalled(python)]);
  const installed = installedTools();
  return adviseBuildTools({
    tool: docs === null ? null : NAMES[docs],
    isInstalled: docs === null ? installed.length > 0 : installed.includes(docs),
    missingPython: hasPython ? null : python,
    index,
  });
}

async function isInstalled(python: string): Promise<boolean> {
  const env = { PATH: machinePath() };
  const stop = new AbortController().signal;
  return (await findPython(python, { cwd: tmpdir(), env, stop })) !== undefined;
}

import { OFFLINE_NOTE } from '../../model/builds/build-note.ts';
import { BUILD_PROGRAMS } from '../../model/builds/build-programs.ts';
import { BuildProblem } from '../queue/build-problem.ts';

/** The way round a missing tool that every project has. */
const ALTERNATIVE = 'or let this project build with what this machine has (its settings, "Build with")';

/** What to do about a program of BUILD_PROGRAMS that is missing. */
export function remedyFor(name: string): string {
  return BUILD_PROGRAMS.find((each) => each.name === name)?.remedy ?? '';
}

/** The Python that a build asks for is not on this machine. */
export function pythonMissing(wanted: string, others: string): BuildProblem {
  const available = others === '' ? 'there is none' : `there is ${others}`;
  if (/^2/.test(wanted))
    return new BuildProblem(
      `This build asks for Python ${wanted}, for which no environment can be made any more.`,
    );
  return new BuildProblem(
    `This build asks for Python ${wanted}, and on this computer ${available}. Install it (from python.org or your system, with pyenv, or "uv python install ${wanted}"), ask for another in build.tools.python, ${ALTERNATIVE}.`,
  );
}

/** A program is missing that the build cannot do without. */
export function toolMissing(what: string, command: string, remedy: string): BuildProblem {
  return new BuildProblem(
    `This build needs ${what}, and there is no "${command}" on this computer. ${remedy}`,
  );
}

/** The tool that makes the pages is missing, of a project that builds with what this machine has. */
export function docsToolMissing(name: 'Sphinx' | 'MkDocs', command: string): BuildProblem {
  return new BuildProblem(
    `This project builds with what this machine has, and there is no "${command}" here. Install ${name} (${remedyFor(name).replace(/\.$/, '')}), or let the project build in an environment of its own (its settings, "Build with").`,
  );
}

/** An environment cannot be made without the module that makes them. */
export function venvMissing(python: string): BuildProblem {
  return new BuildProblem(
    `${python} cannot make an environment: its module venv is missing. Install it (on Debian and Ubuntu the package python3-venv) or uv, ${ALTERNATIVE}.`,
  );
}

/** What pip and uv say when they do not reach where packages come from; without retries pip says but the last. */
const NETWORK_ERROR =
  /NewConnectionError|Failed to establish a new connection|Max retries exceeded|name resolution|Name or service not known|nodename nor servname|Network is unreachable|ConnectTimeout|Read timed out|ProxyError|dns error|error sending request|Could not connect|tcp connect error|\(from versions: none\)/i;

/** The remark below an install that failed for want of a network; undefined for all other ends. */
export function offlineNote({ exitCode, tail }: { exitCode: number; tail: string }): string | undefined {
  if (exitCode === 0 || !NETWORK_ERROR.test(tail)) return undefined;
  return OFFLINE_NOTE;
}

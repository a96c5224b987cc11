import { NO_ENVIRONMENT_NOTE, OFFLINE_NOTE, USE_INSTALLED_TOOLS } from '../../model/builds/build-note.ts';
import { BUILD_PROGRAMS } from '../../model/builds/build-programs.ts';
import { BuildProblem } from '../queue/build-problem.ts';

/** The alternative to installing a missing tool. */
const ALTERNATIVE = `or ${USE_INSTALLED_TOOLS} (its settings, "Build with", or "lectern project set PROJECT build-with installed")`;

/** Returns how to install a missing program of BUILD_PROGRAMS. */
export function remedyFor(name: string): string {
  return BUILD_PROGRAMS.find((each) => each.name === name)?.remedy ?? '';
}

/** Returns the problem of a build whose Python is not on this machine. */
export function pythonMissing(wanted: string, others: string): BuildProblem {
  const available = others === '' ? 'there is none' : `there is ${others}`;
  if (/^2/.test(wanted))
    return new BuildProblem(
      `This build requests Python ${wanted}, for which environments can no longer be created.`,
    );
  return new BuildProblem(
    `This build requests Python ${wanted}, but on this computer ${available}. Install it (from python.org or your system, with pyenv, or "uv python install ${wanted}"), request another in build.tools.python, ${ALTERNATIVE}.`,
  );
}

/** Returns the problem of a build that lacks a required program. */
export function toolMissing(what: string, command: string, remedy: string): BuildProblem {
  return new BuildProblem(
    `This build needs ${what}, but there is no "${command}" on this computer. ${remedy}`,
  );
}

/** Returns the problem of a project that builds with what this computer has, when Sphinx or MkDocs is missing. */
export function docsToolMissing(name: 'Sphinx' | 'MkDocs', command: string): BuildProblem {
  return new BuildProblem(
    `This project builds with what this computer has, but there is no "${command}" here. Install ${name} (${remedyFor(name).replace(/\.$/, '')}), or let the project build in a fresh virtualenv (its settings, "Build with", or "lectern project set PROJECT build-with fresh").`,
  );
}

/** Returns the problem of a Python without the module that creates environments. */
export function venvMissing(python: string): BuildProblem {
  return new BuildProblem(
    `${python} cannot create an environment: its module venv is missing. Install it (on Debian and Ubuntu the package python3-venv) or uv, ${ALTERNATIVE}.`,
  );
}

/** Messages of pip and uv when the package index is unreachable; without retries pip prints only the last. */
const NETWORK_ERROR =
  /NewConnectionError|Failed to establish a new connection|Max retries exceeded|name resolution|Name or service not known|nodename nor servname|Network is unreachable|ConnectTimeout|Read timed out|ProxyError|dns error|error sending request|Could not connect|tcp connect error|\(from versions: none\)/i;

/** What pip says when it would install into this machine's own Python. */
const NO_ENVIRONMENT = /Could not find an activated virtualenv \(required\)/;

/** Returns the note for a command whose pip refused to install into this machine's own Python; undefined for all others. */
export function noEnvironmentNote({ tail }: { tail: string }): string | undefined {
  return NO_ENVIRONMENT.test(tail) ? NO_ENVIRONMENT_NOTE : undefined;
}

/** Returns the note for an install that failed without a network; undefined for all others. */
export function offlineNote({ exitCode, tail }: { exitCode: number; tail: string }): string | undefined {
  if (exitCode === 0 || !NETWORK_ERROR.test(tail)) return undefined;
  return OFFLINE_NOTE;
}

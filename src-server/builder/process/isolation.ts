import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuildIsolation } from '../../model/builds/build-isolation.ts';
import { findOnPath } from '../steps/find-programs.ts';
import { REAPER_SCRIPT } from './reaper-script.ts';
import { runProgram } from './run-program.ts';

/** Keeps the commands of builds apart from the rest of this machine. */
export type Isolation = {
  readonly state: BuildIsolation;
  /** Returns the command that runs a program apart; of what is hidden, it sees only `ownFolders`. */
  readonly wrap: (argv: readonly string[], ownFolders: readonly string[]) => readonly string[];
};

/** The programs of this machine that keep builds apart, and what they do. */
type Means = {
  readonly state: BuildIsolation;
  readonly bubblewrap: string | undefined;
  /** A Python that ends what a command leaves; only used without a sandbox. */
  readonly reaper: string | undefined;
};

const PROBE_MS = 20_000;
/** What a build may do where Lectern runs as root: change owners and users, but neither mounts nor devices nor memory. */
const ROOT_CAPABILITIES = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'SETGID', 'SETUID'];
const probes = new Map<string, Promise<Means>>();

/** Runs commands as they are, for builds of tests and machines without any means. */
export const NO_ISOLATION: Isolation = {
  state: {
    sandbox: false,
    problem: 'Builds are not kept apart.',
    reachesSession: true,
    endsAllProcesses: false,
  },
  wrap: (argv) => argv,
};

/** Returns how builds are kept apart on this machine; tries it once. */
export async function findIsolation(): Promise<BuildIsolation> {
  return (await findMeans()).state;
}

/** Returns the isolation for builds that must not see these folders. */
export async function openIsolation(hidden: readonly string[]): Promise<Isolation> {
  const { state, bubblewrap, reaper } = await findMeans();
  if (bubblewrap !== undefined) {
    return {
      state,
      wrap: (argv, ownFolders) => [bubblewrap, ...sandboxOptions(hidden, ownFolders), '--', ...argv],
    };
  }
  if (reaper === undefined) return { state, wrap: (argv) => argv };
  return { state, wrap: (argv) => [reaper, '-I', '-S', '-c', REAPER_SCRIPT, ...argv] };
}

function findMeans(): Promise<Means> {
  // Once for each place where the program may be, since tests change PATH.
  const key = process.env.PATH ?? '';
  const known = probes.get(key) ?? probe();
  probes.set(key, known);
  return known;
}

async function probe(): Promise<Means> {
  if (process.platform !== 'linux') {
    const problem = 'a sandbox for builds exists only on Linux.';
    const state = { sandbox: false, problem, reachesSession: true, endsAllProcesses: false };
    return { state, bubblewrap: undefined, reaper: undefined };
  }
  const found = findOnPath('bwrap');
  const problem =
    found === undefined
      ? 'bubblewrap is not installed (the package "bubblewrap").'
      : await sandboxProblem(found);
  if (problem === undefined) {
    const state = { sandbox: true, problem: '', reachesSession: hasAbstractBus(), endsAllProcesses: true };
    return { state, bubblewrap: found, reaper: undefined };
  }
  const reaper = await findReaper();
  const state = { sandbox: false, problem, reachesSession: true, endsAllProcesses: reaper !== undefined };
  return { state, bubblewrap: undefined, reaper };
}

/** Tries the sandbox as builds use it; containers and some systems forbid it. */
async function sandboxProblem(bubblewrap: string): Promise<string | undefined> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-sandbox-')));
  try {
    const args = [...sandboxOptions([folder], []), '--', '/bin/sh', '-c', 'true'];
    const { exitCode, stderr } = await runProgram(bubblewrap, args, { timeout: PROBE_MS });
    if (exitCode === 0) return undefined;
    const reason =
      stderr
        .trim()
        .split('\n')
        .at(-1)
        ?.replace(/^bwrap: /, '') || 'it gives no reason';
    return `bubblewrap is installed, but does not work here (${reason}). User namespaces may be forbidden.`;
  } catch {
    return `bubblewrap is installed, but cannot be started (${bubblewrap}).`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function findReaper(): Promise<string | undefined> {
  const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : findOnPath('python3');
  if (python === undefined) return undefined;
  const args = ['-I', '-S', '-c', REAPER_SCRIPT, '/bin/sh', '-c', 'exit 0'];
  const end = await runProgram(python, args, { timeout: PROBE_MS }).catch(() => undefined);
  return end?.exitCode === 0 ? python : undefined;
}

/**
 * Returns the options of bubblewrap: a process namespace of its own, whose processes all end with the command; an empty
 * folder in place of each hidden one, with only the build's own folders in it; and neither the session bus nor devices.
 */
function sandboxOptions(hidden: readonly string[], ownFolders: readonly string[]): readonly string[] {
  const isRoot = process.getuid?.() === 0;
  const capabilities = isRoot ? ROOT_CAPABILITIES.flatMap((name) => ['--cap-add', `CAP_${name}`]) : [];
  return [
    ...['--unshare-pid', '--die-with-parent', '--cap-drop', 'ALL', ...capabilities],
    ...['--bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...sessionFolders().flatMap((folder) => ['--tmpfs', folder]),
    ...sessionSockets().flatMap((socket) => ['--ro-bind', '/dev/null', socket]),
    ...hidden.map(resolvedPath).flatMap((folder) => ['--tmpfs', folder]),
    ...ownFolders.flatMap((folder) => ['--bind', folder, folder]),
  ];
}

/** Returns the folders of the person's session, where the sockets of the bus and the keychain are. */
function sessionFolders(): readonly string[] {
  const named = process.env.XDG_RUNTIME_DIR;
  const folders = [`/run/user/${process.getuid?.()}`, ...(named ? [named] : [])]
    .filter(existsSync)
    .map(resolvedPath);
  return [...new Set(folders)].filter((folder) => folder !== '/');
}

/** Returns the sockets of the session bus and the keyring that are elsewhere. */
function sessionSockets(): readonly string[] {
  const bus = [...(process.env.DBUS_SESSION_BUS_ADDRESS ?? '').matchAll(/unix:path=([^,;]+)/g)];
  const folders = sessionFolders();
  return bus
    .flatMap(([, path]) => (path !== undefined && existsSync(path) ? [resolvedPath(path)] : []))
    .filter((path) => !folders.some((folder) => path.startsWith(`${folder}/`)));
}

/** Returns whether the session bus has an address that no folder hides. */
function hasAbstractBus(): boolean {
  return /unix:abstract=|tcp:/.test(process.env.DBUS_SESSION_BUS_ADDRESS ?? '');
}

function resolvedPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

import { accessSync, constants, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A system program that tests start. */
export type Program = {
  readonly program: string;
  /** The Debian package that contains it. */
  readonly package: string;
  /** Required location, when another program of that name in PATH does not work. */
  readonly path?: string;
  /** The tests that are skipped without it. */
  readonly usedBy: string;
  /** Whether a current test starts it; only then is it installed. */
  readonly neededNow: boolean;
  /** The replacement when it is unavailable; then no tests are skipped. */
  readonly instead?: string;
};

/** Everything outside npm that a test or the bench may start. */
export const PROGRAMS: readonly Program[] = [
  { program: 'git', package: 'git', usedBy: 'tests on real repositories', neededNow: true },
  { program: 'curl', package: 'curl', usedBy: 'the end-to-end test', neededNow: true },
  {
    program: 'gnome-keyring-daemon',
    package: 'gnome-keyring',
    usedBy: 'tests of the keychain',
    neededNow: true,
  },
  { program: 'dbus-run-session', package: 'dbus', usedBy: 'tests of the keychain', neededNow: true },
  {
    program: 'chromium',
    package: 'chromium',
    path: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    usedBy: 'tests of the window',
    neededNow: true,
  },
  {
    program: 'chromium-headless-shell',
    package: 'chromium-headless-shell',
    path: '/usr/bin/chromium-headless-shell',
    usedBy: 'tests of the window, which need half the processor with it',
    neededNow: true,
    instead: 'chromium',
  },
  {
    program: 'sphinx-build',
    package: 'python3-sphinx',
    path: '/usr/bin/sphinx-build',
    usedBy: 'tests that build with Sphinx',
    neededNow: true,
  },
  {
    program: 'mkdocs',
    package: 'mkdocs',
    path: '/usr/bin/mkdocs',
    usedBy: 'tests that build with MkDocs',
    neededNow: true,
  },
  {
    program: 'python3-venv',
    package: 'python3-venv',
    // Debian packages venv separately; checked each time, since it may just have been installed.
    get path() {
      return globSync('/usr/lib/python3.*/ensurepip')[0] ?? '/usr/lib/python3/ensurepip';
    },
    usedBy: 'tests of builds in a virtual environment',
    neededNow: true,
  },
  {
    program: 'bwrap',
    package: 'bubblewrap',
    usedBy: 'tests of the sandbox of builds',
    neededNow: true,
  },
  { program: 'wrk', package: 'wrk', usedBy: 'npm run bench', neededNow: false },
];

/** Returns whether a missing program fails the run instead of skipping tests. */
export function requiresAllPrograms(environment: NodeJS.ProcessEnv = process.env): boolean {
  return !['', '0', 'false'].includes(environment.CI ?? '');
}

/** Returns the path of the program, or undefined when this machine lacks it. */
export function findProgram(program: Pick<Program, 'program' | 'path'>): string | undefined {
  if (program.path) return isExecutable(program.path) ? program.path : undefined;
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, program.program)).find(isExecutable);
}

/**
 * Returns the Chromium that tests start: `CHROMIUM_PATH`, else the one without a window of its own, whose frame is a
 * page as well and takes a third of the time, else the system's.
 */
export function chromiumPath(environment: NodeJS.ProcessEnv = process.env): string {
  const shell = PROGRAMS.find(({ program }) => program === 'chromium-headless-shell');
  return environment.CHROMIUM_PATH ?? (shell && findProgram(shell)) ?? '/usr/bin/chromium';
}

/**
 * Returns whether the program is installed, for `describe.skipIf(!hasProgram('git'))`.
 * @throws Error when it is missing and `CI` is set, or when PROGRAMS does not list it as needed: it would never be
 * installed and its tests silently skipped.
 */
export function hasProgram(name: string): boolean {
  const program = PROGRAMS.find((each) => each.program === name);
  if (!program?.neededNow) throw new Error(`${name}: not marked as needed in test/support/programs.ts`);
  if (findProgram(program)) return true;
  if (requiresAllPrograms())
    throw new Error(`CI is set and ${name} is missing (Debian package ${program.package})`);
  return false;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

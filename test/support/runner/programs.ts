import { accessSync, constants, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program of the system that tests start. */
export type Program = {
  readonly program: string;
  /** The Debian package that brings it. */
  readonly package: string;
  /** Where it must be, when another one of that name earlier in PATH would not do. */
  readonly path?: string;
  /** What is left out without it. */
  readonly usedBy: string;
  /** Whether a test of today starts it; only such a one is installed. */
  readonly neededNow: boolean;
  /** What does its work where it cannot be had: then nothing is left out. */
  readonly instead?: string;
};

/** Everything outside npm that a test or the bench may start. */
export const PROGRAMS: readonly Program[] = [
  { program: 'git', package: 'git', usedBy: 'tests on real repositories', neededNow: true },
  { program: 'curl', package: 'curl', usedBy: "the test of a maintainer's day", neededNow: true },
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
    usedBy: 'tests of the window, which it makes a third quicker',
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
    // Debian keeps back what makes environments; looked for again each time, since it may just have been installed.
    get path() {
      return globSync('/usr/lib/python3.*/ensurepip')[0] ?? '/usr/lib/python3/ensurepip';
    },
    usedBy: 'tests of builds in an environment of their own',
    neededNow: true,
  },
  { program: 'wrk', package: 'wrk', usedBy: 'npm run bench', neededNow: false },
];

/** Whether a missing program must fail the run instead of leaving tests out. */
export function requiresAllPrograms(environment: NodeJS.ProcessEnv = process.env): boolean {
  return !['', '0', 'false'].includes(environment.CI ?? '');
}

/** Where the program lies, or undefined when this machine lacks it. */
export function findProgram(program: Pick<Program, 'program' | 'path'>): string | undefined {
  if (program.path) return isExecutable(program.path) ? program.path : undefined;
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, program.program)).find(isExecutable);
}

/**
 * Whether the program is there, for `describe.skipIf(!has('git'))`.
 * Throws where a skip is not allowed (`CI` is set), and for a program that PROGRAMS does not know or calls unneeded:
 * such a one would never be installed and its tests silently left out.
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

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findProgram, PROGRAMS, type Program } from './programs.ts';

// Waits while another process uses apt, but not for an unreachable mirror.
const APT = [
  '-q',
  '-o',
  'DPkg::Lock::Timeout=300',
  '-o',
  'Acquire::Retries=2',
  '-o',
  'Acquire::http::Timeout=30',
];

/**
 * Installs the programs that tests start when permitted (root on Debian); otherwise prints what to install and which
 * tests are skipped. Returns the programs that are still missing.
 */
export function prepareMachine(programs: readonly Program[] = PROGRAMS): readonly Program[] {
  const needed = programs.filter((program) => program.neededNow);
  if (missingOf(needed).length > 0 && mayInstall()) install(missingOf(needed));
  const missing = missingOf(needed).filter(({ instead }) => instead === undefined);
  if (missing.length > 0) printMissing(missing);
  return missing;
}

function missingOf(programs: readonly Program[]): readonly Program[] {
  return programs.filter((program) => !findProgram(program));
}

function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
}

function install(programs: readonly Program[]): void {
  console.log(`Installing ${packagesOf(programs).join(', ')}`);
  // An outdated package list may still be good enough to install from.
  apt('update');
  // A package unknown to an older system would block the others.
  const spare = programs.filter(({ instead }) => instead !== undefined);
  const packages = packagesOf(programs.filter((program) => !spare.includes(program)));
  for (const names of [packages, packagesOf(spare)])
    if (names.length > 0) apt('install', '-y', '--no-install-recommends', ...names);
}

function apt(...args: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stdout, stderr } = spawnSync('apt-get', [...APT, ...args], { env, encoding: 'utf8' });
  if (status !== 0) console.error(`apt-get ${args.join(' ')} failed:\n${stdout}${stderr}`);
}

function printMissing(missing: readonly Program[]): void {
  for (const { program, usedBy } of missing) console.error(`${program} is missing: left out are ${usedBy}.`);
  console.error(`To run everything install (names of Debian): ${packagesOf(missing).join(' ')}`);
}

function packagesOf(programs: readonly Program[]): string[] {
  return [...new Set(programs.map((program) => program.package))];
}

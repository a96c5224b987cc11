import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

/** Exit codes of a Linux program that gave up by itself: Chromium does so by SIGTRAP, or by SIGABRT. */
const GAVE_UP: readonly number[] = [128 + constants.signals.SIGTRAP, 128 + constants.signals.SIGABRT];

/** Set to 1 by Ubuntu 23.10 and later. */
const APPARMOR_RESTRICTION = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';

/** Why Electron gave up, as part of a sentence, and what to do about it, as lines. */
export type GivenUp = { readonly reason: string; readonly advice: readonly string[] };

/** Returns whether AppArmor forbids programs without a profile what Electron's sandbox needs (electron#42510). */
export function isSandboxRestricted(file: string = APPARMOR_RESTRICTION): boolean {
  try {
    return readFileSync(file, 'utf8').trim() === '1';
  } catch {
    return false;
  }
}

/** Explains the exit code of an Electron that showed no window; undefined when it did not give up. */
export function explainGivenUp(
  code: number,
  program: string,
  isRestricted: boolean = isSandboxRestricted(),
): GivenUp | undefined {
  if (!GAVE_UP.includes(code)) return undefined;
  if (!isRestricted) return { reason: `Electron gave up before its window (exit code ${code})`, advice: [] };
  return {
    reason: 'AppArmor does not let Electron set up its sandbox',
    advice: [
      'To get the window, install the deb package of Lectern, which brings an AppArmor profile,',
      'or allow this program: as root, write these lines to /etc/apparmor.d/lectern-electron',
      '  abi <abi/4.0>,',
      '  include <tunables/global>',
      `  profile lectern-electron "${program}" flags=(unconfined) { userns, }`,
      'and load them: apparmor_parser --replace /etc/apparmor.d/lectern-electron',
    ],
  };
}

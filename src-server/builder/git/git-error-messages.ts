import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { GitError } from './git.ts';

/** What git's words mean to a person. The first that fits counts. */
const MESSAGES: readonly (readonly [words: RegExp, meaning: string])[] = [
  [
    /could not resolve host(?:name)?:? ([^\s:]+)/i,
    'There is no host called $1. Is the address right, and this computer online?',
  ],
  [
    /could not read (username|password)|authentication failed|terminal prompts disabled|HTTP 401/i,
    'The repository asks for a name and a password. Let git know them (a credential helper or an SSH key), or use a public address.',
  ],
  [/permission denied \(|publickey/i, 'The server refused the SSH key of this computer.'],
  [
    /host key verification failed/i,
    'This computer does not know the SSH server yet. Connect to it once in a terminal.',
  ],
  [/connection refused|couldn't connect|could not connect/i, 'Nothing answers at this address.'],
  [/timed out/i, 'The server does not answer.'],
  [/certificate|SSL|TLS/, 'The server cannot prove who it is (its certificate was refused).'],
  [
    /repository .*not found|does not exist|HTTP 404|returned error: 40[34]|not found/i,
    'There is no repository at this address, or not for you.',
  ],
  [/does not appear to be a git repository|not a git repository/i, 'This is not a git repository.'],
  [
    /not allowed|unsupported protocol|unable to find remote helper/i,
    'git may not use this kind of address here.',
  ],
];

/**
 * Why the repository at `url` cannot be read, as one sentence, without the address: it may hold a password. git has the
 * same words for a folder that is not there and for one that is no repository.
 */
export function gitErrorMessage({ kind, stderr }: GitError, seconds: number, url: string): string {
  if (kind === 'missing') return 'There is no git on this computer. Install it, then inspect again.';
  if (kind === 'late') return `The repository did not answer within ${seconds} s.`;
  if (kind === 'too much') return 'The repository holds more branches and tags than can be read.';
  if (isMissingFolder(url)) return 'There is no folder at this path.';
  for (const [words, meaning] of MESSAGES) {
    const found = words.exec(stderr);
    if (found) return meaning.replace('$1', found[1] ?? '');
  }
  return 'git could not read the repository.';
}

/** Of an address of this computer, as git is given it (`file:`). */
function isMissingFolder(url: string): boolean {
  if (!/^file:/i.test(url)) return false;
  try {
    return statSync(fileURLToPath(url), { throwIfNoEntry: false })?.isDirectory() !== true;
  } catch {
    // What may not be looked at may be there; and a path that this system does not know is git's to judge.
    return false;
  }
}

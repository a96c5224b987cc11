import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { GitError } from './git.ts';

/** Explanations of git's messages; the first match counts. */
const MESSAGES: readonly (readonly [words: RegExp, meaning: string])[] = [
  [
    /could not resolve host(?:name)?:? ([^\s:]+)/i,
    'The host $1 could not be found. Check the address. This computer may also be offline.',
  ],
  [
    /could not read (username|password)|authentication failed|terminal prompts disabled|HTTP 401/i,
    'The repository asks for a name and password. Set up a credential helper or an SSH key for git, or use a public address.',
  ],
  [/permission denied \(|publickey/i, 'The server refused the SSH key of this computer.'],
  [
    /host key verification failed/i,
    'This computer does not know the SSH server yet. Connect to it once in a terminal to accept its key.',
  ],
  [
    /bad\/illegal format|port number/i,
    'This address is not written as git takes it. Check its host and port.',
  ],
  [
    /connection (?:refused|reset)|couldn't connect|could not connect|(?:failed|unable) to connect|empty reply|no route to host|network is unreachable/i,
    'Nothing answers at this address and port. Check them, and that the server runs.',
  ],
  [/timed out/i, 'The server does not answer.'],
  [/certificate|SSL|TLS/, 'The certificate of the server was refused.'],
  [
    /repository .*not found|does not exist|HTTP 404|returned error: 40[34]|not found/i,
    'There is no repository at this address, or you may not read it.',
  ],
  [
    /does not appear to be a git repository|not a git repository/i,
    'This is not a git repository. Choose the folder of one, or make it one: run git init there, and commit.',
  ],
  [
    /not allowed|unsupported protocol|unable to find remote helper/i,
    'git may not use this kind of address here.',
  ],
];

/**
 * Explains in one sentence why a repository cannot be read, without the URL, which may contain a password. git has the
 * same message for a folder that is missing and for one that is not a repository.
 */
export function gitErrorMessage({ kind, stderr }: GitError, seconds: number, url: string): string {
  if (kind === 'missing') return 'There is no git on this computer. Install it, then inspect again.';
  if (kind === 'timeout') return `The repository did not answer within ${seconds} s.`;
  if (kind === 'too-long') return 'The repository has more branches and tags than can be read.';
  if (isMissingFolder(url)) return 'There is no folder at this path.';
  for (const [words, meaning] of MESSAGES) {
    const found = words.exec(stderr);
    if (found) return meaning.replace('$1', found[1] ?? '');
  }
  return 'git could not read the repository.';
}

/** Returns whether a `file:` URL names a folder that does not exist. */
function isMissingFolder(url: string): boolean {
  if (!/^file:/i.test(url)) return false;
  try {
    return statSync(fileURLToPath(url), { throwIfNoEntry: false })?.isDirectory() !== true;
  } catch {
    // An unreadable folder may exist, and git judges a path that this system does not accept.
    return false;
  }
}

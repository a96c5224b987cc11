import { DIALECTS } from '../model/base/dialect.ts';
import { usernameError } from '../model/users/user.ts';
import type { Option, Positional } from './command-line.ts';

/** Options that several commands take. */
export const DATA = {
  kind: 'text',
  value: 'DIR',
  help: 'The data folder; by default the one of the desktop app.',
} as const satisfies Option;

export const WORKSPACE = {
  kind: 'text',
  value: 'NAME',
  help: 'The workspace, in place of --data; "workspace list" lists them.',
} as const satisfies Option;

export const JSON_OUTPUT = {
  kind: 'flag',
  help: 'Print JSON on stdout, for scripts; everything else goes to stderr.',
} as const satisfies Option;

export const KEYCHAIN = {
  kind: 'text',
  value: 'MODE',
  choices: ['auto', 'off', 'only'],
  default: 'auto',
  help: 'Where secrets are stored. auto: in the OS keychain, or in a private file without one; off: in the file; only: in the keychain or not at all.',
} as const satisfies Option;

export const ALLOW_BUILDS = {
  kind: 'flag',
  help: 'Let builds run the code of the projects whose "allow_builds" the seed file sets; without it the file allows none.',
} as const satisfies Option;

export const SERVER = {
  kind: 'text',
  value: 'URL',
  help: 'The running Lectern to use instead of opening the data folder.',
  validate: validateOrigin,
} as const satisfies Option;

export const PORT = {
  kind: 'text',
  value: 'PORT',
  help: 'The port; 0 takes a free one. By default the one in the settings, initially 8642.',
  validate: validatePort,
} as const satisfies Option;

/** Options of commands that open the data folder. All take `--keychain`, so that a script can pass the same to each. */
export const DATA_OPTIONS = {
  data: DATA,
  workspace: WORKSPACE,
  keychain: KEYCHAIN,
  json: JSON_OUTPUT,
} as const;

export const USERNAME: Positional = { name: 'NAME', validate: validateUsername };
export const USER: Positional = { name: 'USER', validate: validateUsername };
export const TOKEN_ID: Positional = {
  name: 'ID',
  validate: (text) => (/^[1-9]\d{0,14}$/.test(text) ? undefined : 'it is the number that "token list" shows'),
};

/** Returns what is wrong with a port, as the end of a sentence. */
export function validatePort(text: string): string | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? undefined : 'it is a number from 0 to 65535';
}

/** Returns what is wrong with a dialect and its port. */
export function validateAlso(text: string): string | undefined {
  const [dialect, port, ...rest] = text.split(':');
  const isDialect = DIALECTS.some((each) => each === dialect);
  const isValid = isDialect && port !== undefined && rest.length === 0 && validatePort(port) === undefined;
  return isValid ? undefined : 'it is 2020 or current, a colon and a port, such as current:8643';
}

/** Returns what is wrong with a username. */
export function validateUsername(text: string): string | undefined {
  return usernameError(text) && 'it has 1 to 150 letters, digits and any of @ . + - _';
}

/** Returns what is wrong with a host name of the server. */
export function validateHostName(text: string): string | undefined {
  return /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)$/i.test(text) ? undefined : 'it is a name or address without a port';
}

/** Returns what is wrong with an origin. */
export function validateOrigin(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  return plain ? undefined : 'it is http:// or https:// with a host and a port, without a path';
}

/** Returns what is wrong with the name of a token. */
export function validateTokenName(text: string): string | undefined {
  return text.length <= 150 && text.trim() !== '' ? undefined : 'it has 1 to 150 characters';
}

import { usernameError } from '../model/users/user.ts';
import type { Option, Positional } from './command-line.ts';

/** Options that several commands take. */
export const DATA = {
  kind: 'text',
  value: 'DIR',
  help: 'The data folder; unless given, the one of the desktop app.',
} as const satisfies Option;

export const JSON_OUTPUT = {
  kind: 'flag',
  help: 'Answer in JSON on stdout, for scripts; everything else goes to stderr.',
} as const satisfies Option;

export const KEYCHAIN = {
  kind: 'text',
  value: 'MODE',
  choices: ['auto', 'off', 'only'],
  default: 'auto',
  help: 'Where secrets lie. auto: in the OS keychain, or a private file where there is none; off: in the file; only: in the keychain or not at all.',
} as const satisfies Option;

export const SERVER = {
  kind: 'text',
  value: 'URL',
  help: 'The Lectern to ask instead of opening the data folder.',
  validate: validateOrigin,
} as const satisfies Option;

export const PORT = {
  kind: 'text',
  value: 'PORT',
  help: 'The port; 0 takes a free one. Unless given, the one of the settings, which is 8642 until changed.',
  validate: validatePort,
} as const satisfies Option;

export const USERNAME: Positional = { name: 'NAME', validate: validateUsername };
export const USER: Positional = { name: 'USER', validate: validateUsername };
export const TOKEN_ID: Positional = {
  name: 'ID',
  validate: (text) => (/^[1-9]\d{0,14}$/.test(text) ? undefined : 'it is the number that "token list" shows'),
};

/** What is wrong with a port, as the end of a sentence. */
export function validatePort(text: string): string | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? undefined : 'it is a number from 0 to 65535';
}

/** What is wrong with a username. */
export function validateUsername(text: string): string | undefined {
  return usernameError(text) && 'it has 1 to 150 letters, digits and any of @ . + - _';
}

/** What is wrong with a host under which the server may be called. */
export function validateHostName(text: string): string | undefined {
  return /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)$/i.test(text) ? undefined : 'it is a name or address without a port';
}

/** What is wrong with an origin. */
export function validateOrigin(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  return plain ? undefined : 'it is http:// or https:// with a host and a port, without a path';
}

/** What is wrong with the name of a token. */
export function validateTokenName(text: string): string | undefined {
  return text.length <= 150 && text.trim() !== '' ? undefined : 'it has 1 to 150 characters';
}

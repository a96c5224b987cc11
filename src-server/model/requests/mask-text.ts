import { ADDRESS_HEADERS, COMMIT_NAMES, KEPT_HEADERS, KEPT_PARAMETERS } from './kept-names.ts';
import type { HeaderPairs } from './request-record.ts';

/** Stands where a value was left out. */
export const MASK = '[masked]';

const MAX_HEADER_LENGTH = 1_000;
const MAX_PATH_LENGTH = 2_000;
const MAX_REASON_LENGTH = 500;
/** Up to the last @, since a password may contain one, and a slash where the address is wrong. */
const CREDENTIALS = /([a-z][a-z0-9+.-]*:)?\/\/(\S*)@/gi;
const SSH_USER = /^[\w.-]+$/;
const TOKEN = /(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])/gi;
const TOKEN_LENGTH = 40;
/** What may name a field or a header in the log; anything else might be a secret that was sent in the wrong place. */
const NAME = /^[a-z_][\w.[\]-]{0,60}$/i;

/** Masks passwords in addresses and, except where `name` holds commits, whatever has the form of a token. */
export function maskText(text: string, name = ''): string {
  const withoutCredentials = text.includes('@') ? text.replace(CREDENTIALS, maskUser) : text;
  // Most texts are too short for a token, and are not searched.
  if (withoutCredentials.length < TOKEN_LENGTH || COMMIT_NAMES.has(name)) return withoutCredentials;
  return withoutCredentials.replace(TOKEN, MASK);
}

function maskUser(whole: string, scheme: string | undefined, user: string): string {
  const isSsh = /^(?:git\+)?ssh:$/i.test(scheme ?? '') && SSH_USER.test(user);
  return isSsh ? whole : `${scheme ?? ''}//${MASK}@`;
}

/** Returns a name as it may be kept. */
export function maskName(name: string): string {
  return NAME.test(name) ? name.replace(TOKEN, MASK) : MASK;
}

/** Masks an address from the root: its query by the names of its parameters. */
export function maskPath(url: string): string {
  const [withoutFragment = ''] = url.split('#', 1);
  const start = withoutFragment.indexOf('?');
  const path = maskText(start === -1 ? withoutFragment : withoutFragment.slice(0, start));
  const masked = start === -1 ? path : `${path}?${maskQuery(withoutFragment.slice(start + 1))}`;
  return masked.slice(0, MAX_PATH_LENGTH);
}

function maskQuery(query: string): string {
  if (query === '') return '';
  return query
    .split('&')
    .map((part) => {
      const [[name, value] = ['', '']] = new URLSearchParams(part);
      const equals = part.indexOf('=');
      if (equals === -1) return encode(KEPT_PARAMETERS.has(name) ? name : maskName(name));
      const kept = KEPT_PARAMETERS.has(name) ? maskText(value, name) : MASK;
      return `${encode(maskName(name))}=${encode(kept)}`;
    })
    .join('&');
}

/** Encodes what a query needs encoded, and leaves it readable otherwise. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll('%2C', ',')
    .replaceAll('%2F', '/')
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replaceAll('%3A', ':');
}

/** Masks headers, given as names and values in turn; `lastFour` are the last characters of the caller's token. */
export function maskHeaders(raw: readonly string[], lastFour: string | null): HeaderPairs {
  const pairs: (readonly [string, string])[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? '';
    pairs.push([maskName(name), maskHeader(name.toLowerCase(), raw[index + 1] ?? '', lastFour)]);
  }
  return pairs;
}

function maskHeader(name: string, value: string, lastFour: string | null): string {
  if (name === 'authorization') {
    const scheme = /^(token|bearer|basic|key)\s/i.exec(value)?.[1] ?? '';
    return `${scheme} ${MASK}${lastFour === null ? '' : `…${lastFour}`}`.trim();
  }
  if (!KEPT_HEADERS.has(name)) return MASK;
  const kept = ADDRESS_HEADERS.has(name) ? maskPath(value) : maskText(value, name);
  return kept.slice(0, MAX_HEADER_LENGTH);
}

/** Masks the reason of a refusal. */
export function maskReason(reason: string): string {
  return maskText(reason).slice(0, MAX_REASON_LENGTH);
}

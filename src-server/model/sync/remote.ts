import type { Timestamp } from '../base/timestamp.ts';

export const REMOTE_KINDS = ['community', 'business', 'lectern'] as const;
/** What a service is: the public one, the one for companies, or another Lectern. */
export type RemoteKind = (typeof REMOTE_KINDS)[number];

/** An account on a service. Its token is in the vault alone. */
export type Remote = {
  readonly id: number;
  readonly name: string;
  /** Where its API begins, with a slash at the end. */
  readonly address: string;
  readonly kind: RemoteKind;
  /** The account there; null while it is not known. */
  readonly username: string | null;
  /** Requests a minute; null uses the setting, or none for the kind `lectern`. */
  readonly budget: number | null;
  /** Ids of the users here who maintain what is pulled. */
  readonly maintainers: readonly number[];
  /** Grows with each run. Another number beside the token: the database was restored, and `base` is out of date. */
  readonly run: number;
  readonly lastPull: Timestamp | null;
  readonly created: Timestamp;
};

/** A project that the account shows, chosen for sync or not. */
export type CatalogueEntry = {
  readonly remoteId: number;
  /** Its id there. */
  readonly key: number;
  readonly slug: string;
  readonly name: string;
  /** Slug there of its superproject. */
  readonly parent: string | null;
  /** Slug there of the project that it translates. */
  readonly translationOf: string | null;
  readonly chosen: boolean;
  /** The slug that was chosen here, since its own is taken; null for its own. */
  readonly localSlug: string | null;
  /** Whether it stands for the project here that has its slug already. */
  readonly linksExisting: boolean;
  /** Sentence that says why a pull left it out; null when none did. */
  readonly skipped: string | null;
  /** Whether it is gone there, or no longer the account's. */
  readonly gone: boolean;
};

const REMOTE_NAME = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;

/** Returns what is wrong with the name of a remote, or undefined. The name is part of a secret's name in the vault. */
export function remoteNameError(name: string): string | undefined {
  if (REMOTE_NAME.test(name)) return undefined;
  return 'Give a name of 1 to 40 lower-case letters, digits and hyphens that begins and ends with a letter or digit.';
}

/** The APIs of the two public services (live-service.md 1). */
export const SERVICE_ADDRESSES: Readonly<Record<Exclude<RemoteKind, 'lectern'>, string>> = {
  community: 'https://app.readthedocs.org/api/v3/',
  business: 'https://app.readthedocs.com/api/v3/',
};

/** Hosts of the public services, also those that only lead to the API's, where a token would be lost on the way. */
const SERVICE_HOSTS: ReadonlyMap<string, Exclude<RemoteKind, 'lectern'>> = new Map([
  ['app.readthedocs.org', 'community'],
  ['readthedocs.org', 'community'],
  ['www.readthedocs.org', 'community'],
  ['app.readthedocs.com', 'business'],
  ['readthedocs.com', 'business'],
  ['www.readthedocs.com', 'business'],
]);

/** The address of an API that a token may be sent to, or a sentence that says why it is none. */
export type ParsedAddress =
  | { readonly address: string; readonly kind: RemoteKind; readonly error?: undefined }
  | { readonly error: string };

const MAX_ADDRESS = 300;
const API_PATH = /\/api\/v3\/?$/;

/** Reads the address that a person gave; one of a public service may be that of any of its pages. */
export function parseRemoteAddress(text: string): ParsedAddress {
  const trimmed = text.trim();
  const given = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (given.length > MAX_ADDRESS || !URL.canParse(given))
    return { error: 'This is no web address. Give one such as https://app.readthedocs.org.' };
  const url = new URL(given);
  if (url.username !== '' || url.password !== '')
    return { error: 'Give the address without a name or password. The token is asked for separately.' };
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    return {
      error: 'Give an address that begins with https://. Only this computer can be reached by http://.',
    };
  const kind = SERVICE_HOSTS.get(url.hostname);
  if (kind !== undefined) return { address: SERVICE_ADDRESSES[kind], kind };
  if (url.search !== '' || url.hash !== '' || (url.pathname !== '/' && !API_PATH.test(url.pathname)))
    return { error: 'Give the address of the API, which ends with /api/v3/, or of its host alone.' };
  const path = url.pathname === '/' ? '/api/v3/' : `${url.pathname.replace(/\/$/, '')}/`;
  return { address: url.origin + path, kind: 'lectern' };
}

/** Returns whether a host is this computer, where nobody on the way could read a token. */
export function isLoopback(hostname: string): boolean {
  return (
    /^127(?:\.\d{1,3}){3}$/.test(hostname) ||
    hostname === '[::1]' ||
    hostname === 'localhost' ||
    hostname.endsWith('.localhost')
  );
}

/** What is wrong with a URL that could do more than name a repository. */
export const BAD_CHARACTER = 'Invalid character in the URL';
const BAD_SCHEME = 'Invalid scheme for URL';
const MALFORMED = 'Enter a valid URL.';
const OTHER_HOST = 'A file:// URL names a folder of this computer: file:///path/to/repository';
const NOT_WINDOWS = 'A path with a drive is of Windows, which this computer does not run.';

const SCHEMES = new Set(['https', 'http', 'git', 'ssh']);
const WITH_SCHEME = /^([a-z][a-z0-9+.-]*):\/\/([^/]*)(.*)$/i;
/** Matches user@host:path. A second colon would select a remote helper of git; a leading hyphen would be an option. */
const SSH_SHORT = /^[\w.+~-]+@(?:[a-z0-9_][\w.-]*|\[[0-9a-f:.]+\]):(?![:-])\S/i;
const ABSOLUTE_PATH = /^\//;
const DRIVE_PATH = /^[a-z]:[\\/]/i;
/** Matches Launchpad's own short form, which today's service takes: lp:kettle, lp:~ana/kettle. */
const LAUNCHPAD = /^lp:([~\w][\w.+~/-]*)$/;
/** Matches credentials before the host, up to the last @, since a password may contain one. */
const USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/)([^/]*)@/i;

/**
 * Returns what is wrong with a repository URL, or undefined (behaviour.md, decision "Repository URL"). Git gets the URL
 * later, so everything that git could read as an option or command is refused (safety S12), and paths that do not exist
 * on this `platform` (named as in Node.js).
 */
export function repositoryUrlError(url: string, platform = currentPlatform()): string | undefined {
  if (url.startsWith('-') || url.includes('&&') || url.includes('|') || hasControlCharacter(url))
    return BAD_CHARACTER;
  const parts = WITH_SCHEME.exec(url);
  if (!parts) return withoutSchemeError(url, platform);
  const [, scheme = '', authority = '', path = ''] = parts;
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (host.startsWith('-') || authority.startsWith('-')) return BAD_CHARACTER;
  if (scheme.toLowerCase() === 'file') return fileUrlError(authority, path);
  if (!SCHEMES.has(scheme.toLowerCase()) || host === '') return BAD_SCHEME;
  return URL.canParse(url) ? undefined : MALFORMED;
}

/** Returns whether an address names something on this computer: a path or a `file:` URL. */
export function isLocalAddress(address: string): boolean {
  return /^(?:\/|file:|[a-z]:[\\/])/i.test(address);
}

/**
 * Returns the address that a person means: without blanks and the quotes of a copied path, and with `~` as their home
 * folder.
 */
export function localAddress(typed: string, home: string): string {
  const text = typed.trim().replace(/^(["'])(.*)\1$/, '$2');
  return /^~(?=$|[\\/])/.test(text) && home !== '' ? home.replace(/[\\/]$/, '') + text.slice(1) : text;
}

/** Gives the URL from which git reads a repository: the short form of Launchpad becomes the address there. */
export function gitAddress(url: string): string {
  return url.replace(LAUNCHPAD, 'https://git.launchpad.net/$1');
}

/** Returns what is wrong with the URL of a project that either dialect may have written, or undefined. */
export function storedRepositoryUrlError(url: string): string | undefined {
  return repositoryUrlError(gitAddress(url));
}

function withoutSchemeError(url: string, platform: string): string | undefined {
  if (DRIVE_PATH.test(url)) return platform === 'win32' ? undefined : NOT_WINDOWS;
  return SSH_SHORT.test(url) || ABSOLUTE_PATH.test(url) ? undefined : BAD_SCHEME;
}

function fileUrlError(host: string, path: string): string | undefined {
  if (host !== '' && host.toLowerCase() !== 'localhost') return OTHER_HOST;
  return path === '' ? BAD_SCHEME : undefined;
}

/**
 * Removes user and password from a repository URL, which only maintainers see. The user of an SSH URL stays: it is not
 * a secret and is needed to connect.
 */
export function redactCredentials(url: string): string {
  return url.replace(USER_INFO, (_, scheme: string, user: string) => {
    const name = /^(?:git\+)?ssh/i.test(scheme) ? (user.split(':')[0] ?? '') : '';
    return name === '' ? scheme : `${scheme}${name}@`;
  });
}

const HIDDEN_CREDENTIALS = '********@';

/**
 * Replaces the user and password of a repository URL by stars, for the journal, which keeps no secret (safety S7). A URL
 * without a secret stays as it is.
 */
export function hideCredentials(url: string): string {
  if (redactCredentials(url) === url) return url;
  return url.replace(USER_INFO, (_, scheme: string) => `${scheme}${HIDDEN_CREDENTIALS}`);
}

/** Returns whether a URL has stars in the place of what `hideCredentials` has removed. */
export function hasHiddenCredentials(url: unknown): boolean {
  return typeof url === 'string' && url.includes(`//${HIDDEN_CREDENTIALS}`);
}

function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** The platform; '' in the window, where the server checks instead. */
function currentPlatform(): string {
  return typeof process === 'undefined' ? '' : process.platform;
}

const BAD_CHARACTER = 'Invalid character in the URL';
const BAD_SCHEME = 'Invalid scheme for URL';
const MALFORMED = 'Enter a valid URL.';
const OTHER_HOST = 'A file:// URL names a folder of this computer: file:///path/to/repository';
const NOT_WINDOWS = 'A path with a drive is of Windows, which this computer does not run.';

const SCHEMES = new Set(['https', 'http', 'git', 'ssh']);
const WITH_SCHEME = /^([a-z][a-z0-9+.-]*):\/\/([^/]*)(.*)$/i;
/** user@host:path. A second colon would name one of git's remote helpers; a hyphen would be read as an option. */
const SSH_SHORT = /^[\w.+~-]+@(?:[a-z0-9_][\w.-]*|\[[0-9a-f:.]+\]):(?![:-])\S/i;
const ABSOLUTE_PATH = /^\//;
const DRIVE_PATH = /^[a-z]:[\\/]/i;
/** Before the host; up to the last @, since people put one into a password as it is. */
const USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/)([^/]*)@/i;

/**
 * What is wrong with the address of a repository, or undefined (behaviour.md, decision "Repository URL").
 * The address is handed to git later, so whatever git could take for an option or a command is refused (safety S12),
 * and so is what could never be reached from a computer of this `platform`, which is named as Node.js names it.
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

function withoutSchemeError(url: string, platform: string): string | undefined {
  if (DRIVE_PATH.test(url)) return platform === 'win32' ? undefined : NOT_WINDOWS;
  return SSH_SHORT.test(url) || ABSOLUTE_PATH.test(url) ? undefined : BAD_SCHEME;
}

function fileUrlError(host: string, path: string): string | undefined {
  if (host !== '' && host.toLowerCase() !== 'localhost') return OTHER_HOST;
  return path === '' ? BAD_SCHEME : undefined;
}

/**
 * The address as anybody may see it: whose name and password it holds is nobody's business but the maintainers'. The
 * user of an SSH address stays, since it is no secret and nobody gets in without it.
 */
export function redactCredentials(url: string): string {
  return url.replace(USER_INFO, (_, scheme: string, user: string) => {
    const name = /^(?:git\+)?ssh/i.test(scheme) ? (user.split(':')[0] ?? '') : '';
    return name === '' ? scheme : `${scheme}${name}@`;
  });
}

function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** '' in a window, which has not to know: the server looks at what it gets. */
function currentPlatform(): string {
  return typeof process === 'undefined' ? '' : process.platform;
}

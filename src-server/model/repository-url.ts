const BAD_CHARACTER = 'Invalid character in the URL';
const BAD_SCHEME = 'Invalid scheme for URL';

const SCHEMES = new Set(['https', 'http', 'git', 'ssh']);
const WITH_SCHEME = /^([a-z][a-z0-9+.-]*):\/\/([^/]*)(.*)$/i;
/** user@host:path. A second colon would name one of git's remote helpers; a hyphen would be read as an option. */
const SSH_SHORT = /^[\w.+~-]+@(?:[a-z0-9_][\w.-]*|\[[0-9a-f:.]+\]):(?![:-])\S/i;
const ABSOLUTE_PATH = /^(?:\/|[a-z]:[\\/])/i;

/**
 * What is wrong with the address of a repository, or undefined (behaviour.md, decision "Repository URL").
 * The address is handed to git later, so whatever git could take for an option or a command is refused (safety S12).
 */
export function repositoryUrlError(url: string): string | undefined {
  if (url.startsWith('-') || url.includes('&&') || url.includes('|') || hasControlCharacter(url))
    return BAD_CHARACTER;
  const parts = WITH_SCHEME.exec(url);
  if (!parts) return SSH_SHORT.test(url) || ABSOLUTE_PATH.test(url) ? undefined : BAD_SCHEME;
  const [, scheme = '', authority = '', path = ''] = parts;
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (host.startsWith('-') || authority.startsWith('-')) return BAD_CHARACTER;
  if (scheme.toLowerCase() === 'file') return host + path === '' ? BAD_SCHEME : undefined;
  return SCHEMES.has(scheme.toLowerCase()) && host !== '' ? undefined : BAD_SCHEME;
}

function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

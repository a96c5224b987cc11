/** A repository's address as a head has room for: without scheme, user and `.git`. */
export function formatRepositoryUrl(url: string): string {
  return url
    .replace(/^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?/i, '')
    .replace(/\.git$/, '')
    .replace(/\/$/, '');
}

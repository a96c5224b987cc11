/** Shortens a repository URL for a header: without scheme, user and `.git`. */
export function formatRepositoryUrl(url: string): string {
  return url
    .replace(/^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?/i, '')
    .replace(/\.git$/, '')
    .replace(/\/$/, '');
}

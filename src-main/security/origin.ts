/** Origin of the window's pages: a scheme of our own, so no port is open for them (architecture, decision 3). */
export const SCHEME = 'app';
export const HOST = 'lectern';
export const ORIGIN = `${SCHEME}://${HOST}`;

/** The page shown when the core cannot open; everything else of our origin is the window's. */
export const RECOVERY_PATH = '/recovery/';

/** Returns the path, query and fragment of an address of ours; undefined for any other. */
export function appPath(url: string): string | undefined {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== `${SCHEME}:` || parsed.host !== HOST) return undefined;
  if (parsed.username !== '' || parsed.password !== '') return undefined;
  return `${parsed.pathname || '/'}${parsed.search}${parsed.hash}`;
}

/** Returns whether a path belongs to the recovery page. */
export function isRecoveryPath(path: string): boolean {
  return path.startsWith(RECOVERY_PATH);
}

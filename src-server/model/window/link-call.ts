/** The call with which a command asks a running Lectern for a one-time link. */
export const LINK_PATH = '/desk/link';

/** Header of that call: the secret that the running Lectern left in its data folder. */
export const LINK_HEADER = 'x-lectern-link';

/** Returns the address that opens the window with this key. No browser sends what follows `#`, and no server logs it. */
export function windowLink(url: string, key: string): string {
  return `${url}/#key=${key}`;
}

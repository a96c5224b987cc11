/** The address of somebody's screen. */
export function personPath(username: string): string {
  return `/people/${encodeURIComponent(username)}`;
}

/** The name that an address gives; the router decodes most of it, and no name holds a per cent sign. */
export function usernameFromPath(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

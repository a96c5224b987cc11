/** Returns the path of a person's screen. */
export function personPath(username: string): string {
  return `/people/${encodeURIComponent(username)}`;
}

/** Decodes a username from the path; the router decodes most of it, and no name has a percent sign. */
export function usernameFromPath(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

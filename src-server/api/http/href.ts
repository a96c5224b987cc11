/**
 * Returns a function that gives the absolute URL of a path on the requested host. Where the window has another port,
 * paths outside of the API, which are its pages, get that port.
 */
export function hrefOn(host: string | undefined, windowPort: number | undefined): (path: string) => string {
  const origin = `http://${host}`;
  if (windowPort === undefined) return (path) => origin + path;
  const window = `${origin.replace(/:\d+$/, '')}:${windowPort}`;
  return (path) => (path.startsWith('/api/') ? origin : window) + path;
}

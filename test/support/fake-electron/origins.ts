// Chromium cannot load app:// URLs. Each host of such a scheme is therefore shown to it as a host of its own below
// .localhost: a stable origin and a secure context, so that what a page stores is there again after a restart.

const schemes = new Set<string>();

/** Makes a scheme's URLs translatable; the application registers it before it is ready. */
export function addScheme(name: string): void {
  schemes.add(name);
}

/** Patterns of the hosts that must lead to the scheme server, as `--host-resolver-rules` wants them. */
export function schemeHosts(): readonly string[] {
  return [...schemes].map((scheme) => `*.${scheme}.localhost:80`);
}

/** app://lectern/a becomes http://lectern.app.localhost/a; any other URL stays. */
export function forChromium(url: string): string {
  const [, scheme = '', host, rest] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/s.exec(url) ?? [];
  return schemes.has(scheme) ? `http://${host}.${scheme}.localhost${rest}` : url;
}

/** The way back: what the application gets to see. */
export function forApplication(url: string): string {
  const [, host, scheme = '', rest] =
    /^http:\/\/([^/?#:]+)\.([a-z0-9+-]+)\.localhost(?::80)?(?=[/?#]|$)(.*)$/s.exec(url) ?? [];
  return schemes.has(scheme) ? `${scheme}://${host}${rest}` : url;
}

/** Every URL of a registered scheme within a header's value, for Chromium: a policy names them among other words. */
export function headerForChromium(value: string): string {
  return value.replace(/[a-z][a-z0-9+.-]*:\/\/[^\s;,'"]*/g, forChromium);
}

import { isLoopback } from '../../host/runtime/listening.ts';

/** What there is to say about a Lectern that has started. */
export type StartupInfo = {
  readonly version: string;
  readonly url: string;
  /** The data folder; null in memory. */
  readonly data: string | null;
  readonly anyUser: boolean;
};

/** The start in a few lines for people, without any secret. */
export function startupText({ version, url, data, anyUser }: StartupInfo): string[] {
  return [
    `Lectern ${version} answers at ${url} (Ctrl+C stops it)`,
    `  Data     ${data ?? 'memory, gone at the end'}`,
    ...(anyUser
      ? []
      : ['  Users    none yet: stop it and start it with --user NAME, which makes one and shows a token']),
  ];
}

/** The tokens that were asked for, and how to use one. */
export function tokenText(url: string, tokens: Readonly<Record<string, string>>): string[] {
  const entries = Object.entries(tokens);
  const [first] = entries;
  if (!first) return [];
  return [
    ...entries.map(([user, token]) => `  Token    ${token} (${user})`),
    `  Try it   curl -H "Authorization: Token ${first[1]}" ${url}/api/v3/projects/`,
  ];
}

/** What to know before listening on an interface that others can reach; undefined for loopback (safety S1). */
export function exposureWarning(host: string): string | undefined {
  if (isLoopback(host)) return undefined;
  const isPublic = host === '0.0.0.0' || host === '::';
  return (
    `Warning: --host ${host} lets other machines reach Lectern${isPublic ? ' on every network' : ''}. ` +
    'Whoever has a token can use it, and nothing that is sent is encrypted.' +
    (isPublic ? ' Name each host that they call it by with --allow-host.' : '')
  );
}

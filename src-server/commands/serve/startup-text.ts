import { isLoopback } from '../../host/runtime/listening.ts';
import { DEFAULT_DIALECT, type Dialect } from '../../model/base/dialect.ts';

/** What the text at the start shows. */
export type StartupInfo = {
  readonly version: string;
  readonly url: string;
  readonly dialect: Dialect;
  /** The other port and its dialect, if there is one. */
  readonly also: { readonly url: string; readonly dialect: Dialect } | null;
  /** The data folder; null in memory. */
  readonly data: string | null;
  readonly anyUser: boolean;
};

/** Writes the text at the start, without any secret. */
export function startupText({ version, url, dialect, also, data, anyUser }: StartupInfo): string[] {
  return [
    `Lectern ${version} answers at ${url} (Ctrl+C stops it)`,
    ...(dialect === DEFAULT_DIALECT ? [] : [`  Dialect  ${dialect}`]),
    ...(also ? [`  Also     ${also.url} (dialect ${also.dialect})`] : []),
    `  Data     ${data ?? 'in memory, lost when Lectern stops'}`,
    ...(anyUser ? [] : ['  Users    none yet: restart with --user NAME to create one and get a token']),
  ];
}

/** Writes the requested tokens and how to use one. */
export function tokenText(url: string, tokens: Readonly<Record<string, string>>): string[] {
  const entries = Object.entries(tokens);
  const [first] = entries;
  if (!first) return [];
  return [
    ...entries.map(([user, token]) => `  Token    ${token} (${user})`),
    `  Try it   curl -H "Authorization: Token ${first[1]}" ${url}/api/v3/projects/`,
  ];
}

/** Writes where control answers, and its key. */
export function controlText(control: { readonly url: string; readonly key: string } | null): string[] {
  return control ? [`  Control  ${control.url} (Authorization: Key ${control.key})`] : [];
}

/** Warns of an interface that other computers can reach; undefined for loopback (safety S1). */
export function exposureWarning(host: string): string | undefined {
  if (isLoopback(host)) return undefined;
  const isPublic = host === '0.0.0.0' || host === '::';
  return (
    `Warning: --host ${host} lets other computers reach Lectern${isPublic ? ' on every network' : ''}. ` +
    'Anyone with a token can use it, and nothing is encrypted.' +
    (isPublic ? ' Name each host that they use with --allow-host.' : '')
  );
}

/** Warns of `--accept-unsigned-webhooks` (safety S12). */
export const UNSIGNED_WARNING =
  'Warning: --accept-unsigned-webhooks lets anyone who can reach this server start builds of projects without a signature. Use it for tests of clients only.';

import { connect } from 'node:net';
import { readPackageIndexes } from '../steps/python/package-indexes.ts';

/** Whether the index that builds install packages from can be reached. */
export type PackageIndexState = {
  /** Its host, as people know it: `pypi.org`. */
  readonly host: string;
  readonly answers: boolean;
};

const DEFAULT_INDEX = 'https://pypi.org/simple/';
/** An index that takes longer is as good as none for a person who waits. In milliseconds. */
const TIMEOUT_MS = 2000;
const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Returns whether something listens where builds of this computer look for packages, or at the proxy in between. Sends
 * nothing: a connection is opened and closed. Settings that do without an index are taken to work.
 */
export async function packageIndexState(
  env: NodeJS.ProcessEnv = process.env,
  timeoutMs = TIMEOUT_MS,
): Promise<PackageIndexState> {
  const { variables } = readPackageIndexes(env);
  const index =
    variables.UV_DEFAULT_INDEX ?? variables.UV_INDEX_URL ?? variables.PIP_INDEX_URL ?? DEFAULT_INDEX;
  const needsNone = variables.PIP_NO_INDEX !== undefined || variables.UV_NO_INDEX !== undefined;
  if (!URL.canParse(index) || needsNone) return { host: index, answers: true };
  const { protocol, hostname, host } = new URL(index);
  const place = proxyFor(protocol, hostname, env) ?? index;
  return { host, answers: await answers(new URL(place), timeoutMs) };
}

/** Returns the proxy that pip would use; undefined for a direct connection. */
function proxyFor(protocol: string, host: string, env: NodeJS.ProcessEnv): string | undefined {
  const read = (name: string) => env[name] ?? env[name.toUpperCase()];
  const direct = (read('no_proxy') ?? '').split(',').map((each) => each.trim().replace(/^\*?\./, ''));
  if (direct.some((each) => each === '*' || (each !== '' && (host === each || host.endsWith(`.${each}`)))))
    return undefined;
  const proxy = read(protocol === 'https:' ? 'https_proxy' : 'http_proxy') ?? read('all_proxy');
  if (proxy === undefined || proxy === '') return undefined;
  const url = proxy.includes('://') ? proxy : `http://${proxy}`;
  return URL.canParse(url) ? url : undefined;
}

async function answers({ protocol, hostname, port }: URL, timeoutMs: number): Promise<boolean> {
  // Any other scheme, such as file:, needs no network.
  const known = port === '' ? PORTS[protocol] : Number(port);
  if (known === undefined) return true;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: known });
  socket.setTimeout(timeoutMs, () => resolve(false));
  socket.once('connect', () => resolve(true));
  socket.once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

import type { LecternHere } from '../../support/program/run-command.ts';
import { serveInTest } from '../processes.ts';
import type { DocumentedLine } from './documented-lines.ts';

type Redirect = { readonly pk: number; readonly from_url: string; readonly to_url: string };

/** Starts the other side as the page says, on a free port. */
export async function startOther({ args }: Pick<DocumentedLine, 'args'>): Promise<LecternHere> {
  const at = args.indexOf('--port');
  return serveInTest([...args.slice(1, at), ...args.slice(at + 2)]);
}

/** Calls the API of the other side for its project. @throws Error when it refuses */
export async function call<T>(other: LecternHere, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${other.url}/api/v3/projects/lighthouse/${path}`, {
    method,
    headers: { authorization: `Token ${other.tokens.alice}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Returns the redirects of the project on the other side. */
export async function redirectsOf(other: LecternHere): Promise<readonly Redirect[]> {
  return (await call<{ results: Redirect[] }>(other, 'GET', 'redirects/?limit=100')).results;
}

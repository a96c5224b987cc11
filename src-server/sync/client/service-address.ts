import { Problem } from '../../model/base/problems.ts';
import { parseRemoteAddress } from '../../model/sync/remote.ts';

/**
 * Returns where the API of a service begins. Only https, or http on this computer: the token is sent there.
 * @throws Problem for another address
 */
export function apiBaseOf(address: string): URL {
  const parsed = parseRemoteAddress(address);
  if (parsed.error !== undefined) throw new Problem(parsed.error);
  return new URL(parsed.address);
}

/** Builds a path of the API from its parts, which may come from the other side. @throws Problem for parts that are no names */
export function servicePath(...parts: readonly (string | number)[]): string {
  return parts.map((part) => `${pathPart(String(part))}/`).join('');
}

function pathPart(part: string): string {
  // A URL parser resolves dots, also encoded ones, and would leave the list that is meant.
  if (part === '' || part === '.' || part === '..' || part.length > 300 || !part.isWellFormed())
    throw new Problem(
      `The service named an object "${part.slice(0, 50)}", which cannot be part of an address.`,
    );
  return encodeURIComponent(part);
}

/** Resolves a path below the API. @throws Problem when it leaves it */
export function resolveBelow(base: URL, path: string): URL {
  const url = new URL(path, base);
  if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname))
    throw new Problem(`A request outside the API of ${base.host} was refused by Lectern.`);
  return url;
}

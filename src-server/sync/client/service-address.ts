import { Problem } from '../../model/base/problems.ts';

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const MAX_LENGTH = 2048;

/**
 * Returns where the API of a service is. Only https, or http on this computer: the token is sent there.
 * @throws Problem for another address
 */
export function apiBaseOf(address: string): URL {
  const url = address.length <= MAX_LENGTH && URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Problem(
      `"${address.slice(0, 200)}" is not an address. Give one such as https://app.example.org.`,
    );
  if (url.username !== '' || url.password !== '')
    throw new Problem(
      'The address holds a name or a password. Give it without them; the token is asked for separately.',
    );
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    throw new Problem(
      `${url.host} would get the token unencrypted over http. Use https; http is for a service on this computer.`,
    );
  const path = url.pathname.replace(/\/+$/, '').replace(/\/api(?:\/v3)?$/, '');
  return new URL(`${path}/api/v3/`, url.origin);
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

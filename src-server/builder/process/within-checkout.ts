import { realpathSync } from 'node:fs';
import { join, normalize, sep } from 'node:path';
import { ConfigProblem } from '../config/config-problem.ts';

/**
 * A path that the configuration or a search named, relative to the checkout, as it came: links in it may go wherever
 * they like within the checkout and nowhere else (safety S12). What does not exist is for others to complain of.
 * @param key what named it, or would: `sphinx.configuration`
 * @throws ConfigProblem `invalid-path` for one that leaves the checkout, by a link or by itself
 */
export function withinCheckout(checkout: string, path: string, key: string): string {
  if (staysWithin(checkout, path)) return path;
  const isLiteral = /^\.\.(?:[\\/]|$)/.test(normalize(path));
  const reason = `path ${path} leads out of the repository${isLiteral ? '' : ' by a link'}`;
  throw new ConfigProblem({ key, code: 'invalid-path', reason, file: path, line: null });
}

/** True also for what is not there. */
function staysWithin(checkout: string, path: string): boolean {
  let real: string;
  try {
    real = realpathSync(join(checkout, path));
  } catch {
    return true;
  }
  const root = realpathSync(checkout);
  return real === root || real.startsWith(root + sep);
}

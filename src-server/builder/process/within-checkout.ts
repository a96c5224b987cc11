import { realpathSync } from 'node:fs';
import { join, normalize, sep } from 'node:path';
import { ConfigProblem } from '../config/config-problem.ts';

/**
 * Returns a path relative to the checkout unchanged, after checking that neither it nor a link in it leads out of the
 * checkout (safety S12). The path need not exist.
 * @param key the configuration key that names it, such as `sphinx.configuration`
 * @throws ConfigProblem `invalid-path` when it leads out of the checkout
 */
export function withinCheckout(checkout: string, path: string, key: string): string {
  if (staysWithin(checkout, path)) return path;
  const isLiteral = /^\.\.(?:[\\/]|$)/.test(normalize(path));
  const reason = `path ${path} leads out of the repository${isLiteral ? '' : ' by a link'}`;
  throw new ConfigProblem({ key, code: 'invalid-path', reason, file: path, line: null });
}

/** Returns whether a path stays within the checkout; true for a missing one. */
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

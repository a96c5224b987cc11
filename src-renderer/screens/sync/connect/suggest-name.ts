import type { TriedAccount } from '../../../../src-server/desk/sync-runner.ts';
import { remoteNameError } from '../../../../src-server/model/sync/remote.ts';

/** Suggests a name that no connected account has: the service's, or that of its host. */
export function suggestName({ kind, address }: TriedAccount, taken: readonly string[]): string {
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  const cleaned = host
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const wanted = kind !== 'lectern' ? kind : /^[0-9-]*$|^localhost$/.test(cleaned) ? 'lectern' : cleaned;
  const base = remoteNameError(wanted) === undefined ? wanted : 'service';
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!taken.includes(name)) return name;
  }
}

import { randomBytes } from 'node:crypto';
import { Unavailable } from '../model/base/problems.ts';
import { type Queues, runInQueue } from './run-in-queue.ts';
import type { Vault } from './vault.ts';

const KEY_BYTES = 32;
const queues: Queues<Vault> = new Map();

/** Loads the key that vouches for saved sessions, or makes one. @throws Unavailable when the vault does not keep it */
export function loadSessionKey(vault: Vault, name: string): Promise<Uint8Array> {
  // One at a time, so that two first uses agree on one key.
  return runInQueue(queues, vault, async () => {
    const found = (await vault.get(name)) ?? '';
    if (isKey(found)) return Buffer.from(found, 'hex');
    await vault.set(name, randomBytes(KEY_BYTES).toString('hex'));
    const kept = (await vault.get(name)) ?? '';
    if (!isKey(kept)) throw new Unavailable('The vault does not return the key that was stored in it.');
    return Buffer.from(kept, 'hex');
  });
}

function isKey(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

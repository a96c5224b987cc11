import type { Vault } from './vault.ts';

/** Keeps secrets as long as the process runs. */
export function memoryVault(): Vault {
  const secrets = new Map<string, string>();
  return {
    kind: 'memory',
    get: async (name) => secrets.get(name),
    set: async (name, value) => {
      secrets.set(name, value);
    },
    delete: async (name) => {
      secrets.delete(name);
    },
  };
}

import { resolve } from 'node:path';
import { readPrivateFile, replacePrivateFile } from './private-file.ts';
import { type Queues, runInQueue } from './run-in-queue.ts';
import type { Vault } from './vault.ts';

/** The private file is not one that Lectern wrote. It is not changed; the message names it, never its content. */
export class VaultDamaged extends Error {
  override readonly name = 'VaultDamaged';
  constructor(file: string) {
    super(
      `${file} is damaged: it does not hold Lectern's secrets. It was not changed. ` +
        'Restore a valid copy, or move it away; its secrets are then lost.',
    );
  }
}

type Secrets = Map<string, string>;

const FORMAT = 1;
const queues: Queues<string> = new Map();

/**
 * Keeps secrets in one JSON file of mode 0600, for machines without a keychain. Writes run one after another, so that none
 * is lost; the lock on the data folder keeps other processes out (safety R2).
 * Every call throws VaultDamaged when the file cannot be parsed; writes throw StorageFull.
 */
export function fileVault(file: string): Vault {
  const path = resolve(file);

  const read = async () => parse(path, await readPrivateFile(path));
  const change = (apply: (secrets: Secrets) => boolean) =>
    runInQueue(queues, path, async () => {
      const secrets = await read();
      if (apply(secrets)) await replacePrivateFile(path, format(secrets));
    });

  return {
    kind: 'file',
    get: async (name) => (await read()).get(name),
    set: (name, value) => change((secrets) => Boolean(secrets.set(name, value))),
    delete: (name) => change((secrets) => secrets.delete(name)),
  };
}

function format(secrets: Secrets): string {
  return `${JSON.stringify({ format: FORMAT, secrets: Object.fromEntries(secrets) }, null, 2)}\n`;
}

function parse(file: string, text: string | undefined): Secrets {
  if (text === undefined) return new Map();
  const content = parseJson(file, text);
  if (!isRecord(content) || content.format !== FORMAT || !isRecord(content.secrets))
    throw new VaultDamaged(file);
  const secrets: Secrets = new Map();
  for (const [name, value] of Object.entries(content.secrets)) {
    if (typeof value !== 'string') throw new VaultDamaged(file);
    secrets.set(name, value);
  }
  return secrets;
}

// The parser's own message quotes the text, so it must not become the cause of ours.
function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new VaultDamaged(file);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { readPrivateFile, replacePrivateFile } from '../../vault/private-file.ts';

/** Sessions saved at once; the oldest are dropped first. */
const MAX_SAVED = 100;

const digestSchema = z.string().regex(/^[0-9a-f]{64}$/);
const savedSchema = z.object({
  agent: z.string(),
  createdAt: z.int(),
  lastUsedAt: z.int(),
  /** Digests in hexadecimal, of the cookie's value and of the page's secret. */
  digest: digestSchema,
  secretDigest: digestSchema,
});
const fileSchema = z.object({ sessions: z.string(), mac: digestSchema });

/** A session of a browser as it is saved. */
export type SavedSession = z.output<typeof savedSchema>;

/** The file through which sessions outlive a restart. */
export type SessionFile = {
  /** Returns the sessions of earlier processes; none when the file is absent, damaged or not ours, or the key is unavailable. */
  readonly load: () => Promise<readonly SavedSession[]>;
  /** Replaces the file; one call at a time. @throws StorageFull @throws Unavailable */
  readonly save: (sessions: readonly SavedSession[]) => Promise<void>;
  readonly logError: (error: unknown) => void;
};

type FileOptions = {
  readonly path: string;
  /** Returns the key from the vault. Without it nobody can add a session to the file, or make one last longer. */
  readonly key: () => Promise<Uint8Array>;
  readonly log: (line: string) => void;
};

/** Opens the file of sessions; reads nothing yet. */
export function openSessionFile({ path, key, log }: FileOptions): SessionFile {
  function logError(error: unknown): void {
    const reason = error instanceof Error ? error.message : 'the file failed';
    log(`Browsers will need a new link after the next restart: ${reason}`);
  }

  return {
    logError,
    async load() {
      try {
        const text = await readPrivateFile(path);
        return text === undefined ? [] : parseFile(text, await key());
      } catch (error) {
        logError(error);
        return [];
      }
    },
    async save(sessions) {
      const secret = await key();
      const text = JSON.stringify(sessions.slice(-MAX_SAVED));
      await replacePrivateFile(path, `${JSON.stringify({ sessions: text, mac: macOf(text, secret) })}\n`);
    },
  };
}

function parseFile(text: string, key: Uint8Array): readonly SavedSession[] {
  const { sessions, mac } = fileSchema.parse(JSON.parse(text));
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(sessions, key))))
    throw new Error('their file was written with another key.');
  return z.array(savedSchema).parse(JSON.parse(sessions));
}

function macOf(text: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

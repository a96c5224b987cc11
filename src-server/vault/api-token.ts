import { hash, randomBytes } from 'node:crypto';

/** Makes an API token: 40 hex characters from 160 random bits (safety S7). */
export function newToken(random: (size: number) => Uint8Array = randomBytes): string {
  return Buffer.from(random(20)).toString('hex');
}

/**
 * Hashes a token for the store, which looks it up by this: SHA-256, 32 bytes. A slow hash would add nothing, since 160
 * random bits cannot be guessed.
 */
export function tokenDigest(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Returns the end of a token, by which people recognize it. */
export function lastFour(token: string): string {
  return token.slice(-4);
}

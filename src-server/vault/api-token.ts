import { hash, randomBytes } from 'node:crypto';

/** A new API token: 40 hex characters from 160 random bits (safety S7). */
export function newToken(random: (size: number) => Uint8Array = randomBytes): string {
  return Buffer.from(random(20)).toString('hex');
}

/**
 * What the store keeps of a token and looks it up by: its SHA-256, 32 bytes.
 * A slow hash would add nothing: nobody can guess 160 random bits.
 */
export function tokenDigest(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The end of a token, by which people tell theirs apart. */
export function lastFour(token: string): string {
  return token.slice(-4);
}

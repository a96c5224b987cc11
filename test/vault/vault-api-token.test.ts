import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { lastFour, newToken, tokenDigest } from '../../src-server/vault/api-token.ts';

describe('token text', () => {
  it('is 40 hex characters made from 160 random bits', () => {
    let keyReads = 0;
    const random = (size: number) => {
      keyReads = size;
      return new Uint8Array(size).fill(0xab);
    };
    expect(newToken(random)).toBe('ab'.repeat(20));
    expect(keyReads * 8).toBe(160);
    expect(newToken()).toMatch(/^[0-9a-f]{40}$/);
    expect(newToken()).not.toBe(newToken());
  });

  it('is stored as its SHA-256 and its last characters', () => {
    const token = '0123456789abcdef0123456789abcdef01234567';
    expect(tokenDigest(token)).toEqual(createHash('sha256').update(token).digest());
    expect(lastFour(token)).toBe('4567');
  });
});

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

type Hash = 'sha1' | 'sha256';

/** Checks in constant time that a header such as `sha256=HEX` is the HMAC of these bytes with this secret. */
export function verifySignature(
  hash: Hash,
  secret: string,
  bytes: Uint8Array,
  header: string | undefined,
): boolean {
  const prefix = `${hash}=`;
  if (header === undefined || !header.startsWith(prefix)) return false;
  const expected = createHmac(hash, secret).update(bytes).digest('hex');
  return timingSafeEqualText(header.slice(prefix.length).toLowerCase(), expected);
}

/** Compares two texts in constant time. */
export function timingSafeEqualText(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(actual), digest(expected));
}

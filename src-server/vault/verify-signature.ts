import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

type Hash = 'sha1' | 'sha256';

/** Checks in constant time that a header such as `sha256=HEX` is the HMAC of these bytes with this secret. */
export function verifySignature(
  hash: Hash,
  secret: string,
  bytes: Uint8Array,
  header: string | undefined,
): boolean {
  if (!header?.startsWith(`${hash}=`)) return false;
  return timingSafeEqualText(header.toLowerCase(), webhookSignature(hash, secret, bytes));
}

/** Returns the header that signs these bytes with this secret: `sha256=HEX`. */
export function webhookSignature(hash: Hash, secret: string, bytes: Uint8Array): string {
  return `${hash}=${createHmac(hash, secret).update(bytes).digest('hex')}`;
}

/** Compares two texts in constant time. */
export function timingSafeEqualText(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(actual), digest(expected));
}

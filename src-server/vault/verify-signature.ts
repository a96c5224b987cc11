import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

type Hash = 'sha1' | 'sha256';

/** Whether a header such as `sha256=HEX` is the HMAC of these bytes with this secret. Takes as long for a near miss as for any. */
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

/** Whether two texts are the same, without telling by its time how much of them is. */
export function timingSafeEqualText(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(actual), digest(expected));
}

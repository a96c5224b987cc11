import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

type Hash = 'sha1' | 'sha256';

/** Whether a header such as `sha256=HEX` is the HMAC of these bytes with this secret. Takes as long for a near miss as for any. */
export function isSignedWith(
  hash: Hash,
  secret: string,
  bytes: Uint8Array,
  header: string | undefined,
): boolean {
  const prefix = `${hash}=`;
  if (header === undefined || !header.startsWith(prefix)) return false;
  const wanted = createHmac(hash, secret).update(bytes).digest('hex');
  return isSame(header.slice(prefix.length).toLowerCase(), wanted);
}

/** Whether two texts are the same, without telling by its time how much of them is. */
export function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

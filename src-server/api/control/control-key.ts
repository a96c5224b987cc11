import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { NotAuthenticated } from '../../model/base/problems.ts';

/** Returns a check of the header `Authorization: Key …`, in constant time; it throws NotAuthenticated. */
export function keyCheck(key: string): (request: Pick<IncomingMessage, 'headers'>) => void {
  const expected = digest(key);
  return ({ headers }) => {
    const [, sent] = /^key +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
    if (sent === undefined)
      throw new NotAuthenticated('Send the header “Authorization: Key …” of the start line.');
    if (!timingSafeEqual(digest(sent), expected))
      throw new NotAuthenticated('That is not the key of this server.');
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

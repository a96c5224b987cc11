import type { IncomingMessage } from 'node:http';

/** Whoever sends more than this after a refusal is hung up on. */
const MAX_DISCARDED_BYTES = 64_000_000;

/**
 * Reads what is still to come of a body and throws it away, so that its sender gets to see the refusal: a client that
 * is hung up on while it sends reports a broken connection, and never reads the answer. Never rejects.
 */
export function discardBody(request: IncomingMessage): Promise<void> {
  const { headers } = request;
  const isOver = request.complete || request.destroyed;
  const isEmpty = headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
  if (isOver || isEmpty) return Promise.resolve();
  return new Promise((resolve) => {
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_DISCARDED_BYTES) resolve();
    });
    for (const event of ['end', 'close', 'error']) request.on(event, () => resolve());
  });
}

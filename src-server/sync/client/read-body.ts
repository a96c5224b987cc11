/** A body that is longer than allowed. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

/** Reads a body as UTF-8 while it arrives, and ends it above a limit of bytes, counted uncompressed. @throws TooLong */
export async function readBody(body: ReadableStream<Uint8Array> | null, most: number): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return pieces.join('') + decoder.decode();
    bytes += value.byteLength;
    if (bytes > most) {
      // A stream that is already broken cannot be cancelled, which is as good.
      await reader.cancel().catch(() => {});
      throw new TooLong('The body is longer than allowed.');
    }
    pieces.push(decoder.decode(value, { stream: true }));
  }
}

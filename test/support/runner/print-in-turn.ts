import type { Writable } from 'node:stream';

/** Where one of several programs writes; `end` says that it has written everything. */
export type Lane = {
  readonly write: (chunk: Uint8Array) => void;
  readonly end: () => void;
};

/** Prints what programs write at the same time as if they ran one after the other: the first at once, the next when it has ended. */
export function printInTurn(output: Writable): () => Lane {
  const waiting: { readonly chunks: Uint8Array[]; hasEnded: boolean }[] = [];
  return () => {
    const own = { chunks: [] as Uint8Array[], hasEnded: false };
    waiting.push(own);
    return {
      write: (chunk) => void (waiting[0] === own ? output.write(chunk) : own.chunks.push(chunk)),
      end() {
        own.hasEnded = true;
        while (waiting[0]?.hasEnded) {
          waiting.shift();
          for (const chunk of waiting[0]?.chunks.splice(0) ?? []) output.write(chunk);
        }
      },
    };
  };
}

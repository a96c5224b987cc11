/** Where a request is broken: before it arrives, after it was carried out, or in the middle of its answer. */
export const WAYS = ['before', 'after', 'half'] as const;
export type Way = (typeof WAYS)[number];

/** Called with a request that was carried out; its answer arrives once the listener is done. */
export type ArrivalListener = (request: { readonly method: string }) => unknown;

/** Breaks requests of a `fetch`, one or all from one on. */
export type Breaks = {
  readonly fetch: typeof fetch;
  /** Requests so far, broken ones included. */
  readonly count: () => number;
  /** Breaks the request after `skipped` further ones; with `isLasting` no later one arrives until `mend`. */
  readonly breakAfter: (skipped: number, way: Way, isLasting: boolean) => void;
  /** Breaks each request whose number leaves `rest` when it is divided by `every`. */
  readonly breakEvery: (every: number, rest: number, way: Way) => void;
  /** Calls this with each request that the other side has carried out, before its answer arrives, until `mend`. */
  readonly onArrival: (listener: ArrivalListener) => void;
  /** Lets requests pass again. */
  readonly mend: () => void;
};

/** Wraps a `fetch` so that its requests can be broken. */
export function breakingFetch(send: typeof fetch): Breaks {
  let count = 0;
  let broken: { readonly at: number; readonly way: Way; readonly isLasting: boolean } | undefined;
  let told: ArrivalListener | undefined;
  let repeated: { readonly every: number; readonly rest: number; readonly way: Way } | undefined;

  /** Returns how the request of now is broken. */
  function wayOf(): Way | undefined {
    if (repeated && count % repeated.every === repeated.rest) return repeated.way;
    if (!broken || count < broken.at) return undefined;
    const { at, way, isLasting } = broken;
    if (!isLasting) broken = undefined;
    return count > at ? 'before' : way;
  }

  const breaking: typeof fetch = async (input, init) => {
    count += 1;
    const way = wayOf();
    if (way === 'before') throw cut();
    const answer = await send(input, init);
    await told?.({ method: init?.method ?? 'GET' });
    init?.signal?.throwIfAborted();
    if (way === undefined) return answer;
    if (way === 'after') throw cut();
    return half(answer);
  };
  return {
    fetch: breaking,
    count: () => count,
    breakAfter(skipped, way, isLasting) {
      broken = { at: count + skipped + 1, way, isLasting };
    },
    breakEvery(every, rest, way) {
      repeated = { every, rest, way };
    },
    onArrival(listener) {
      told = listener;
    },
    mend() {
      told = undefined;
      broken = undefined;
      repeated = undefined;
    },
  };
}

function cut(): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  return new TypeError('fetch failed', { cause });
}

/** Returns an answer whose body ends with an error after its first half. */
async function half(answer: Response): Promise<Response> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.subarray(0, bytes.length >> 1));
    },
    pull(controller) {
      controller.error(cut());
    },
  });
  const { status, headers } = answer;
  // An answer without content arrives whole or not at all.
  if (status === 204) throw cut();
  return new Response(body, { status, headers });
}

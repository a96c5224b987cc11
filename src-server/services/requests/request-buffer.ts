import type { RawHeaders, RawRequest } from '../../model/requests/request-record.ts';
import type { RequestThread } from '../../store/requests/request-thread.ts';
import type { RequestLimits } from '../../store/requests/request-writer.ts';

/**
 * A batch is written this long after its first request, in milliseconds, or when it has so many rows or characters of
 * bodies: V8 keeps long what has waited for some of its collections.
 */
const BATCH_MS = 100;
const BATCH_ROWS = 500;
const BATCH_CHARACTERS = 250_000;
/** So many requests may wait for a disk that is slow; more are dropped. Bodies are left out before that. */
const MAX_WAITING = 10_000;
const MAX_WAITING_CHARACTERS = 4_000_000;

/**
 * Collects requests and gives them to the thread in batches. What cannot be written is counted as dropped; `log` says so
 * once until writing works again.
 */
export function createRequestBuffer(
  thread: Pick<RequestThread, 'run'>,
  limits: () => RequestLimits,
  log: (line: string) => void,
) {
  const listeners = new Set<(lastId: number) => void>();
  let pending: RawRequest[] = [];
  /** Characters of the bodies of `pending`. */
  let characters = 0;
  let dropped = 0;
  /** Requests that the thread has not written yet, and characters of their bodies. */
  let unwritten = { rows: 0, characters: 0 };
  let timer: NodeJS.Timeout | undefined;
  let written: Promise<void> = Promise.resolve();
  let isFailing = false;

  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    if (pending.length === 0 && dropped === 0) return;
    const batch = { requests: pending, dropped, limits: limits() };
    const size = { rows: pending.length, characters };
    pending = [];
    characters = 0;
    dropped = 0;
    unwritten = added(unwritten, size, 1);
    written = thread.run('write', batch).then(
      (lastId) => {
        unwritten = added(unwritten, size, -1);
        isFailing = false;
        for (const listener of listeners) listener(lastId);
      },
      (error: unknown) => {
        unwritten = added(unwritten, size, -1);
        dropped += batch.requests.length + batch.dropped;
        if (!isFailing) {
          const reason = error instanceof Error ? error.message : 'unknown error';
          log(`Requests cannot be logged at the moment: ${reason}`);
        }
        isFailing = true;
      },
    );
  }

  function schedule(): void {
    timer ??= setTimeout(send, BATCH_MS).unref();
  }

  return {
    /** Takes a request, which is the buffer's from then on. */
    add(request: RawRequest): void {
      if (pending.length + unwritten.rows >= MAX_WAITING) dropped += 1;
      else {
        const before = pending.at(-1);
        if (before) share(request, before);
        if (unwritten.characters > MAX_WAITING_CHARACTERS) leaveBodiesOut(request);
        characters += newCharacters(request, before);
        pending.push(request);
      }
      if (pending.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS) send();
      else schedule();
    },
    /** Counts a request that is not logged. */
    drop(): void {
      dropped += 1;
      schedule();
    },
    /** Writes what is pending; resolves when all of it is written or lost. */
    flush(): Promise<void> {
      send();
      return written;
    },
    /** Forgets what is pending. */
    discard(): void {
      pending = [];
      characters = 0;
      dropped = 0;
    },
    /** Calls `listener` with the newest id after each batch. Returns the function that unsubscribes. */
    onWritten(listener: (lastId: number) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Makes what equals the request before the same object: a client sends and gets the same again and again. */
function share(request: RawRequest, before: RawRequest): void {
  if (isSame(request.requestHeaders, before.requestHeaders)) request.requestHeaders = before.requestHeaders;
  if (isSame(request.responseHeaders, before.responseHeaders))
    request.responseHeaders = before.responseHeaders;
  if (request.requestBody?.text === before.requestBody?.text) request.requestBody = before.requestBody;
  if (request.responseBody?.text === before.responseBody?.text) request.responseBody = before.responseBody;
}

type Size = { readonly rows: number; readonly characters: number };

function added(a: Size, b: Size, sign: 1 | -1): Size {
  return { rows: a.rows + sign * b.rows, characters: a.characters + sign * b.characters };
}

/** Counts the characters of bodies that are not those of the request before. */
function newCharacters({ requestBody, responseBody }: RawRequest, before: RawRequest | undefined): number {
  const sent = requestBody === before?.requestBody ? 0 : (requestBody?.text.length ?? 0);
  const given = responseBody === before?.responseBody ? 0 : (responseBody?.text.length ?? 0);
  return sent + given;
}

function leaveBodiesOut(request: RawRequest): void {
  if (request.requestBody) request.requestState = 'left-out';
  if (request.responseBody) request.responseState = 'left-out';
  request.requestBody = null;
  request.responseBody = null;
}

function isSame(a: RawHeaders, b: RawHeaders): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}

export type RequestBuffer = ReturnType<typeof createRequestBuffer>;

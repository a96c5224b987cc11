import type { Readable, Writable } from 'node:stream';

type Params = Readonly<Record<string, unknown>>;
type Message = {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Params;
  readonly sessionId?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
};
type Waiting = { resolve(result: unknown): void; reject(error: Error): void };
/** Takes the events of one session. The parameters are the protocol's own. */
export type Listener = (method: string, params: never) => void;

/**
 * Chromium's DevTools protocol over a pair of pipes. Chromium ends when its end of them closes, so it never outlives
 * this process, however that one ends.
 */
export class DevTools {
  #input: Writable;
  #waiting = new Map<number, Waiting>();
  #listeners = new Map<string, Listener>();
  #lastId = 0;
  #closed = false;

  constructor(input: Writable, output: Readable) {
    this.#input = input;
    let text = '';
    output.setEncoding('utf8');
    output.on('data', (piece: string) => {
      const messages = (text + piece).split('\0');
      text = messages.pop() ?? '';
      for (const message of messages) this.#take(JSON.parse(message));
    });
    output.on('close', () => this.#close());
    output.on('error', () => this.#close());
    input.on('error', () => this.#close());
  }

  /** Sends a command to a session, or to the browser. @throws Error with the protocol's message, or when Chromium has gone */
  send<Result>(method: string, params: object = {}, sessionId?: string): Promise<Result> {
    return new Promise<unknown>((resolve, reject) => {
      if (this.#closed) throw new Error(`${method}: Chromium has gone`);
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, {
        resolve,
        reject: (error) => reject(new Error(`${method}: ${error.message}`)),
      });
      this.#input.write(`${JSON.stringify({ id: this.#lastId, method, params, sessionId })}\0`);
    }) as Promise<Result>;
  }

  /** Sets who takes the events of a session; '' is the browser itself. */
  listen(sessionId: string, listener: Listener): void {
    this.#listeners.set(sessionId, listener);
  }

  #take(message: Message): void {
    const waiting = message.id === undefined ? undefined : this.#waiting.get(message.id);
    if (message.id !== undefined) this.#waiting.delete(message.id);
    if (waiting && message.error) waiting.reject(new Error(message.error.message));
    else if (waiting) waiting.resolve(message.result);
    else if (message.method) {
      this.#listeners.get(message.sessionId ?? '')?.(message.method, (message.params ?? {}) as never);
    }
  }

  #close(): void {
    this.#closed = true;
    for (const waiting of this.#waiting.values()) waiting.reject(new Error('Chromium has gone'));
    this.#waiting.clear();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Conflict, Problem, Unavailable } from '../../model/base/problems.ts';
import { PREVIEW_PATH, type PreviewCall, PreviewLine } from '../../model/previews/preview-call.ts';
import type { WindowDoor } from '../../store/file/lock-holder.ts';
import { askServer, linesOf } from '../ask-server.ts';

/** How many seconds without an answer are waited out; seconds in which this process is paused do not count. */
const PATIENCE = 30;
/** After how many the person is told. */
const TOLD_AFTER = 5;
const SECOND = 1000;

export type PreviewThere = {
  /** Finds the Lectern that has the data folder open: another one may have it by now. */
  readonly door: () => WindowDoor | undefined;
  readonly call: PreviewCall;
  readonly tell: (line: PreviewLine) => void;
  /** Takes lines about the connection. */
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
  /** How long a second is; a test may pass its own. */
  readonly second?: number;
};

/**
 * Previews a folder in the Lectern that has the data folder open. Where the connection is lost it tries again, which
 * starts the preview once more if that Lectern no longer has it. @throws Conflict @throws Unavailable
 */
export async function previewThere(options: PreviewThere): Promise<void> {
  const { door, log, second = SECOND } = options;
  let url = door()?.url ?? '';
  const silence = new Silence(() => log(`Lectern does not answer at ${url}. Waiting for it…`), second);
  const signal = AbortSignal.any([options.signal, silence.tooLong]);
  const tell = (line: PreviewLine) => {
    if (silence.end()) log('Lectern answers again.');
    options.tell(line);
  };
  try {
    while (!signal.aborted) {
      const found = door();
      url = found?.url ?? url;
      if (found && (await follow(found, { ...options, tell, signal }))) return;
      if (signal.aborted) break;
      silence.begin();
      await sleep(second, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    silence.close();
  }
  if (options.signal.aborted) return;
  throw new Unavailable(
    `Lectern does not answer at ${url} any more. Run this command again: it previews in the Lectern that runs then, or in one of its own.`,
  );
}

/** Counts how long nothing has answered. */
class Silence {
  readonly #tell: () => void;
  readonly #timer: NodeJS.Timeout;
  readonly #tooLong = new AbortController();
  #seconds = 0;
  #isSilent = true;
  #isTold = false;

  constructor(tell: () => void, second: number) {
    this.#tell = tell;
    this.#timer = setInterval(() => this.#tick(), second);
  }

  get tooLong(): AbortSignal {
    return this.#tooLong.signal;
  }

  /** Says at once that an answer has failed. */
  begin(): void {
    this.#isSilent = true;
    if (!this.#isTold) this.#tell();
    this.#isTold = true;
  }

  /** Returns whether the person was told of a silence that ends. */
  end(): boolean {
    const wasTold = this.#isTold;
    this.#isSilent = false;
    this.#isTold = false;
    this.#seconds = 0;
    return wasTold;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    if (!this.#isSilent) return;
    this.#seconds += 1;
    if (this.#seconds === TOLD_AFTER) this.begin();
    if (this.#seconds >= PATIENCE) this.#tooLong.abort();
  }
}

/** Tells what the preview's results are, until it ends; returns false when the connection failed or was lost. */
async function follow(
  { url, secret }: WindowDoor,
  { call, tell, signal }: Pick<PreviewThere, 'call' | 'tell' | 'signal'>,
): Promise<boolean> {
  try {
    const response = await askServer(url + PREVIEW_PATH, {
      authorization: `Key ${secret}`,
      body: call,
      signal,
    });
    if (response.statusCode !== 200) return false;
    for await (const line of linesOf(response)) {
      const told = PreviewLine.parse(JSON.parse(line));
      if (told.event === 'refused') throw new Conflict(told.message);
      tell(told);
      if (told.event === 'ended') return true;
    }
    return false;
  } catch (error) {
    if (error instanceof Problem) throw error;
    return false;
  }
}

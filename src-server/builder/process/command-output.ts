import { StringDecoder } from 'node:string_decoder';
import type { SecretMask } from './mask-secrets.ts';

/** Takes what a command writes, in pieces as they come. */
export type CommandOutput = {
  readonly take: (chunk: Buffer) => void;
  /** Adds a remark of ours, on a line of its own, whatever the limit. */
  readonly remark: (text: string) => void;
  /** Gives out what was kept back. */
  readonly end: () => void;
  /** The last of what was said, for whoever explains a failure. */
  readonly tail: () => string;
};

export type OutputRules = {
  readonly mask: SecretMask;
  /** Beyond so many bytes nothing is kept. */
  readonly limit: number;
  /** Takes readable text, now and then. */
  readonly write: (text: string) => void;
};

/** How often what was written is passed on, in milliseconds. */
const FLUSH_MS = 200;
/** So much is passed on at once, in characters. */
const FLUSH_SIZE = 256 * 1024;
const TAIL = 16 * 1024;
const MB = 1024 * 1024;

/**
 * Makes a command's output readable: bytes that are no UTF-8 become U+FFFD, NUL is left out, secrets are masked
 * (safety S8), colours stay. Beyond the limit it is read on to nowhere, so that the command can end by itself.
 */
export function commandOutput({ mask, limit, write }: OutputRules): CommandOutput {
  const decoder = new StringDecoder('utf8');
  const masking = mask.stream();
  let waiting = '';
  let last = '';
  let left = limit;
  let isCut = false;
  let lineBegins = true;
  let timer: NodeJS.Timeout | undefined;

  function say(text: string): void {
    if (text === '') return;
    waiting += text;
    last = (last + text).slice(-TAIL);
    lineBegins = text.endsWith('\n');
    if (waiting.length >= FLUSH_SIZE) flush();
    else timer ??= setTimeout(flush, FLUSH_MS);
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const text = waiting;
    waiting = '';
    if (text !== '') write(text);
  }

  function keep(text: string): void {
    if (isCut) return;
    const clean = text.replaceAll('\0', '');
    const size = Buffer.byteLength(clean);
    if (size <= left) {
      left -= size;
      say(clean);
      return;
    }
    say(beginning(clean, left));
    remark(`Lectern cut the output here: it is longer than ${inMegabytes(limit)}.`);
    isCut = true;
  }

  function remark(text: string): void {
    say(`${lineBegins ? '' : '\n'}${text}\n`);
  }

  return {
    take(chunk) {
      if (!isCut) keep(masking.take(decoder.write(chunk)));
    },
    remark(text) {
      keep(masking.take(decoder.end()) + masking.end());
      remark(mask.text(text));
    },
    end() {
      keep(masking.take(decoder.end()) + masking.end());
      flush();
    },
    tail: () => last,
  };
}

/** As many whole characters as so many bytes hold. */
function beginning(text: string, bytes: number): string {
  return new StringDecoder('utf8').write(Buffer.from(text).subarray(0, bytes));
}

function inMegabytes(bytes: number): string {
  return bytes >= MB ? `${Math.round(bytes / MB)} MB` : `${bytes} bytes`;
}

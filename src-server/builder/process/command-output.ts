import { StringDecoder } from 'node:string_decoder';
import type { SecretMask } from './mask-secrets.ts';

/** Takes what a command writes, in pieces as they come. */
export type CommandOutput = {
  readonly push: (chunk: Buffer) => void;
  /** Adds a remark of ours, on a line of its own, whatever the limit. */
  readonly note: (text: string) => void;
  /** Gives out what was kept back. */
  readonly end: () => void;
  /** The last of what was said, for whoever explains a failure. */
  readonly tail: () => string;
};

export type CommandOutputOptions = {
  readonly mask: SecretMask;
  /** Beyond so many bytes nothing is kept. */
  readonly limit: number;
  /** Takes readable text, now and then. */
  readonly write: (text: string) => void;
};

/** How often what was written is passed on, in milliseconds. */
const FLUSH_MS = 200;
/** So much is passed on at once, in characters. */
const FLUSH_LENGTH = 256 * 1024;
const TAIL_LENGTH = 16 * 1024;
const MB = 1024 * 1024;

/**
 * Makes a command's output readable: bytes that are no UTF-8 become U+FFFD, NUL is left out, secrets are masked
 * (safety S8), colours stay. Beyond the limit it is read on to nowhere, so that the command can end by itself.
 */
export function commandOutput({ mask, limit, write }: CommandOutputOptions): CommandOutput {
  const decoder = new StringDecoder('utf8');
  const maskStream = mask.stream();
  let buffer = '';
  let tailText = '';
  let remaining = limit;
  let isTruncated = false;
  let atLineStart = true;
  let timer: NodeJS.Timeout | undefined;

  function emit(text: string): void {
    if (text === '') return;
    buffer += text;
    tailText = (tailText + text).slice(-TAIL_LENGTH);
    atLineStart = text.endsWith('\n');
    if (buffer.length >= FLUSH_LENGTH) flush();
    else timer ??= setTimeout(flush, FLUSH_MS);
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const text = buffer;
    buffer = '';
    if (text !== '') write(text);
  }

  function append(text: string): void {
    if (isTruncated) return;
    const clean = text.replaceAll('\0', '');
    const size = Buffer.byteLength(clean);
    if (size <= remaining) {
      remaining -= size;
      emit(clean);
      return;
    }
    emit(firstBytes(clean, remaining));
    writeNote(`Lectern cut the output here: it is longer than ${formatSize(limit)}.`);
    isTruncated = true;
  }

  function writeNote(text: string): void {
    emit(`${atLineStart ? '' : '\n'}${text}\n`);
  }

  return {
    push(chunk) {
      if (!isTruncated) append(maskStream.push(decoder.write(chunk)));
    },
    note(text) {
      append(maskStream.push(decoder.end()) + maskStream.end());
      writeNote(mask.text(text));
    },
    end() {
      append(maskStream.push(decoder.end()) + maskStream.end());
      flush();
    },
    tail: () => tailText,
  };
}

/** As many whole characters as so many bytes hold. */
function firstBytes(text: string, bytes: number): string {
  return new StringDecoder('utf8').write(Buffer.from(text).subarray(0, bytes));
}

function formatSize(bytes: number): string {
  return bytes >= MB ? `${Math.round(bytes / MB)} MB` : `${bytes} bytes`;
}

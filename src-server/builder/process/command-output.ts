import { StringDecoder } from 'node:string_decoder';
import type { SecretMask } from './mask-secrets.ts';

/** Takes the output of a command in pieces, as they come. */
export type CommandOutput = {
  readonly push: (chunk: Buffer) => void;
  /** Adds a note of Lectern's on a line of its own, whatever the limit. */
  readonly note: (text: string) => void;
  /** Writes what the decoder and the mask still hold. */
  readonly end: () => void;
  /** Returns the last part of the output, to explain a failure. */
  readonly tail: () => string;
};

export type CommandOutputOptions = {
  readonly mask: SecretMask;
  /** The number of bytes after which output is dropped. */
  readonly limit: number;
  /** Takes readable text, in whole characters. */
  readonly write: (text: string) => void;
};

const TAIL_LENGTH = 16 * 1024;
const MB = 1024 * 1024;

/**
 * Makes a command's output readable: bytes that are not UTF-8 become U+FFFD, NUL is dropped, secrets are masked
 * (safety S8), colours stay. Output beyond the limit is read and dropped, so that the command can end by itself.
 */
export function commandOutput({ mask, limit, write }: CommandOutputOptions): CommandOutput {
  const decoder = new StringDecoder('utf8');
  const maskStream = mask.stream();
  let tailText = '';
  let remaining = limit;
  let isTruncated = false;
  let atLineStart = true;

  function emit(text: string): void {
    if (text === '') return;
    tailText = (tailText + text).slice(-TAIL_LENGTH);
    atLineStart = text.endsWith('\n');
    write(text);
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
    },
    tail: () => tailText,
  };
}

/** Returns the whole characters within the first `bytes` bytes. */
function firstBytes(text: string, bytes: number): string {
  return new StringDecoder('utf8').write(Buffer.from(text).subarray(0, bytes));
}

function formatSize(bytes: number): string {
  return bytes >= MB ? `${Math.round(bytes / MB)} MB` : `${bytes} bytes`;
}

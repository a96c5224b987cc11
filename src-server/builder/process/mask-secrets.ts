import { type TextFinder, textFinder } from './text-finder.ts';

/** Replaces a secret (safety S8). */
export const MASK = '********';
/** Shorter values are not masked: `1` and `yes` would mask most of a log, and are not secrets. */
const MIN_LENGTH = 4;

/** Masks secrets in text. */
export type SecretMask = {
  readonly text: (text: string) => string;
  /** For text in chunks: also finds a secret that spans two. `end` returns what `push` held back. */
  readonly stream: () => { readonly push: (chunk: string) => string; readonly end: () => string };
};

/** Where a secret, or several that overlap, are in the text; `isWritten` once their mask is. */
type Range = { readonly start: number; readonly end: number; readonly isWritten: boolean };

/**
 * Creates a mask for these values, and for each line of a value with several, since logs indent. Its time depends on the
 * length of the text only, whatever the values are, and however much of one the text repeats (safety S9).
 */
export function secretMask(values: readonly string[]): SecretMask {
  const secrets = [...new Set(values.flatMap((value) => [value, ...value.split(/\r?\n/)]))].filter(
    (secret) => secret.length >= MIN_LENGTH,
  );
  if (secrets.length === 0)
    return { text: (text) => text, stream: () => ({ push: (chunk) => chunk, end: () => '' }) };
  const finder = textFinder(secrets);
  const stream = () => maskStream(finder);
  return {
    text(input) {
      const { push, end } = stream();
      return push(input) + end();
    },
    stream,
  };
}

/** Masks a text in chunks. Secrets that overlap become one mask. */
function maskStream(finder: TextFinder): ReturnType<SecretMask['stream']> {
  let state = 0;
  /** The end of the text that is not written yet, and the ranges of secrets in it. */
  let pending = '';
  let ranges: Range[] = [];

  function find(from: number): void {
    for (let at = from; at < pending.length; at += 1) {
      state = finder.next(state, pending.charCodeAt(at));
      const length = finder.found(state);
      if (length > 0) addRange(ranges, at + 1 - length, at + 1);
    }
  }

  /** Returns the masked text up to `until`; a mask is written at the start of its range. */
  function take(until: number): string {
    let output = '';
    let at = 0;
    for (const { start, end, isWritten } of ranges) {
      if (start >= until) break;
      if (!isWritten) output += pending.slice(at, start) + MASK;
      at = end;
    }
    output += pending.slice(at, Math.max(at, until));
    pending = pending.slice(until);
    ranges = ranges
      .filter(({ end }) => end > until)
      .map(({ start, end, isWritten }) => ({
        start: start - until,
        end: end - until,
        isWritten: isWritten || start < until,
      }));
    return output;
  }

  return {
    push(chunk) {
      const from = pending.length;
      pending += chunk;
      find(from);
      return take(pending.length - finder.begun(state));
    },
    end() {
      state = 0;
      return take(pending.length);
    },
  };
}

/** Adds a range that ends after all others; it takes in those that it overlaps. */
function addRange(ranges: Range[], start: number, end: number): void {
  let first = start;
  let isWritten = false;
  for (let last = ranges.at(-1); last && last.end > start; last = ranges.at(-1)) {
    first = Math.min(first, last.start);
    isWritten ||= last.isWritten;
    ranges.pop();
  }
  ranges.push({ start: first, end, isWritten });
}

/** Returns the secret parts of a URL: the password, or the token in place of name and password. */
export function secretsOfUrl(address: string): readonly string[] {
  const userInfo = /^https?:\/\/([^/@\s]+(?:@[^/@\s]+)*)@/i.exec(address)?.[1];
  if (userInfo === undefined) return passwordOnly(address);
  const colon = userInfo.indexOf(':');
  const secret = colon < 0 ? userInfo : userInfo.slice(colon + 1);
  return [userInfo, secret, decodeSafely(secret)];
}

/** Returns a URL without name and password; `git@` of SSH stays, since it is required. */
export function withoutSecrets(address: string): string {
  return secretsOfUrl(address).length === 0 ? address : address.replace(/^(\w+:\/\/)[^/]*@/, '$1');
}

function passwordOnly(address: string): readonly string[] {
  const password = /^\w+:\/\/[^/:@]*:([^/@]+)@/.exec(address)?.[1];
  return password === undefined ? [] : [password, decodeSafely(password)];
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

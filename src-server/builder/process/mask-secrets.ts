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

/** Creates a mask for these values, and for each line of a value with several, since logs indent. */
export function secretMask(values: readonly string[]): SecretMask {
  const secrets = [...new Set(values.flatMap((value) => [value, ...value.split(/\r?\n/)]))]
    .filter((secret) => secret.length >= MIN_LENGTH)
    .sort((a, b) => b.length - a.length);
  const pattern = new RegExp(secrets.map(escapeRegExp).join('|'), 'g');

  const firstLetters = new Set(secrets.map((secret) => secret[0]));

  /** Returns where the end of the text could be the beginning of a secret. */
  function possibleSecretStart(text: string): number {
    const longest = secrets[0]?.length ?? 0;
    for (let at = Math.max(0, text.length - longest + 1); at < text.length; at += 1) {
      if (!firstLetters.has(text[at])) continue;
      const rest = text.slice(at);
      if (secrets.some((secret) => secret.startsWith(rest))) return at;
    }
    return text.length;
  }

  /** Masks the text up to `until`, or to the end of a secret that begins before it; returns where it ended. */
  function maskUntil(text: string, until: number): { readonly output: string; readonly end: number } {
    let output = '';
    let end = 0;
    for (const { 0: found, index } of text.matchAll(pattern)) {
      if (index >= until) break;
      output += text.slice(end, index) + MASK;
      end = index + found.length;
    }
    return end >= until ? { output, end } : { output: output + text.slice(end, until), end: until };
  }

  const text = (input: string) => (secrets.length === 0 ? input : maskUntil(input, input.length).output);
  return {
    text,
    stream() {
      let pending = '';
      return {
        push(chunk) {
          if (secrets.length === 0) return chunk;
          const whole = pending + chunk;
          const { output, end } = maskUntil(whole, possibleSecretStart(whole));
          pending = whole.slice(end);
          return output;
        },
        end: () => text(pending),
      };
    },
  };
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

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
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

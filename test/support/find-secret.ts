import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Everything that could hold a secret: a name, and its bytes. */
export type Haystack = Readonly<Record<string, string | Buffer>>;

/** Every file below the folder except these. Never for a folder that this process has open: reading drops its locks. */
export function filesIn(folder: string, except: readonly string[] = []): Haystack {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    names
      .filter((name) => !except.includes(name) && statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name))]),
  );
}

/** The names of those that hold the secret, as itself or in another spelling, with the spelling. */
export function findSecret(secret: string, haystack: Haystack): string[] {
  return Object.entries(haystack).flatMap(([name, content]) => {
    const bytes = Buffer.isBuffer(content) ? content : Buffer.from(content, 'utf8');
    return encodings(secret).flatMap(([how, encoded]) =>
      bytes.includes(encoded) ? [`${name} (${how})`] : [],
    );
  });
}

function encodings(secret: string): [how: string, spelling: Buffer][] {
  const plain = Buffer.from(secret, 'utf8');
  return [
    ['as it is', plain],
    ['in UTF-16', Buffer.from(secret, 'utf16le')],
    ['in base64', Buffer.from(plain.toString('base64').replaceAll('=', ''))],
    ['in hexadecimal', Buffer.from(plain.toString('hex'))],
    ['in a URL', Buffer.from(encodeURIComponent(secret))],
    ['in JSON', Buffer.from(JSON.stringify(secret).slice(1, -1))],
    ...(/^[0-9a-f]{40}$/.test(secret)
      ? ([
          ['as bytes', Buffer.from(secret, 'hex')],
          ['without its end', Buffer.from(secret.slice(0, 32))],
        ] as [string, Buffer][])
      : []),
  ];
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandOutput } from '../../../src-server/builder/process/command-output.ts';
import {
  secretMask,
  secretsOfUrl,
  withoutSecrets,
} from '../../../src-server/builder/process/mask-secrets.ts';

/** Returns the text that is written for these pieces. */
function written(
  pieces: readonly (string | Buffer)[],
  secrets: readonly string[] = [],
  limit = 1_000_000,
): string {
  let text = '';
  const write = (more: string) => {
    text += more;
  };
  const output = commandOutput({ mask: secretMask(secrets), limit, write });
  for (const piece of pieces) output.push(Buffer.from(piece as string));
  output.end();
  return text;
}

const bytes = (...numbers: readonly number[]) => Buffer.from(numbers);

describe('the output of a command', () => {
  test.each<[string, readonly (string | Buffer)[], string]>([
    [
      'keeps colours and overwritten lines',
      ['\x1b[31mred\x1b[0m 10%\r100%\n'],
      '\x1b[31mred\x1b[0m 10%\r100%\n',
    ],
    ['joins characters across pieces', [bytes(0xe2, 0x82), bytes(0xac)], '€'],
    ['replaces invalid bytes', [bytes(0x61, 0xff, 0x62)], 'a\u{fffd}b'],
    ['replaces an incomplete character', [bytes(0x61, 0xe2, 0x82)], 'a\u{fffd}'],
    ['holds no NUL', [bytes(0x61, 0, 0x62)], 'ab'],
  ])('%s', (_name, pieces, text) => {
    expect(written(pieces)).toBe(text);
  });

  test.each([
    ['in bytes', ['abcdef'], 4, 'abcd\nLectern cut the output here: it is longer than 4 bytes.\n'],
    ['between characters', ['a€€'], 5, 'a€\nLectern cut the output here: it is longer than 5 bytes.\n'],
    ['once', ['abc\n', 'def', 'ghi'], 4, 'abc\nLectern cut the output here: it is longer than 4 bytes.\n'],
    ['only beyond the limit', ['ab', 'cd'], 4, 'abcd'],
  ])('is cut %s', (_name, pieces, limit, text) => {
    expect(written(pieces, [], limit)).toBe(text);
  });

  test('is delivered while the command runs, and a note has its own line', async () => {
    let text = '';
    const write = (more: string) => {
      text += more;
    };
    const output = commandOutput({ mask: secretMask(['secret']), limit: 100, write });
    output.push(Buffer.from('working'));
    await expect.poll(() => text).toBe('working');
    output.note('Of a secret.');
    output.end();
    expect(text).toBe('working\nOf a ********.\n');
    expect(output.tail()).toBe(text);
  });
});

describe('S8 secrets', () => {
  test.each<[string, readonly string[], readonly string[], string]>([
    ['are masked', ['hunter22'], ['pass hunter22!'], 'pass ********!'],
    ['across pieces', ['hunter22'], ['pass hun', 'ter', '22!'], 'pass ********!'],
    ['and only those', ['hunter22'], ['hunter2', '!'], 'hunter2!'],
    ['longer ones first', ['abcd', 'abcdef'], ['abc', 'def abcd'], '******** ********'],
    ['that begin in another', ['abcd', 'cdef'], ['abcd', '.'], '********.'],
    ['as they are, not as patterns', ['a.*b$'], ['axxb a.*b$'], 'axxb ********'],
    ['line by line', ['first line\nsecond line'], ['  first line\n  second line'], '  ********\n  ********'],
    ['but not what is too short to be one', ['yes', '1'], ['yes 1'], 'yes 1'],
    ['at the end', ['hunter22'], ['hunter22'], '********'],
  ])('%s', (_name, secrets, pieces, text) => {
    expect(written(pieces, secrets)).toBe(text);
  });

  test('never appear, however the output is split', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 });
    fc.assert(
      fc.property(
        fc.array(letters, { maxLength: 8 }),
        fc.array(letters, { maxLength: 3 }),
        (pieces, secrets) => {
          const text = written(pieces, secrets);
          expect(text).toBe(written([pieces.join('')], secrets));
          for (const secret of secrets) if (secret.length >= 4) expect(text).not.toContain(secret);
        },
      ),
    );
  });

  test.each([
    ['https://mira:hunter22@example.org/a.git', ['mira:hunter22', 'hunter22'], 'https://example.org/a.git'],
    ['https://to%2Fken@example.org/a.git', ['to%2Fken', 'to/ken'], 'https://example.org/a.git'],
    ['ssh://git@example.org/a.git', [], 'ssh://git@example.org/a.git'],
    ['ssh://git:pw@example.org/a.git', ['pw'], 'ssh://example.org/a.git'],
    ['git@example.org:a.git', [], 'git@example.org:a.git'],
    ['/srv/a@b', [], '/srv/a@b'],
  ])('of %s', (url, secrets, bare) => {
    expect(new Set(secretsOfUrl(url))).toEqual(new Set(secrets));
    expect(withoutSecrets(url)).toBe(bare);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findLines, indexLines, lineWindow } from '../../../../src-server/model/builds/log/output-lines.ts';

const read = (text: string) => indexLines(Buffer.from(text));
const whole = (text: string) => lineWindow(read(text), 1, 1_000_000).lines;

describe('the lines of an output', () => {
  test.each([
    ['', []],
    ['one', ['one']],
    ['one\n', ['one']],
    ['one\n\n', ['one', '']],
    ['\n', ['']],
    ['one\r\ntwo\r\n', ['one', 'two']],
    ['bar 10%\rbar 20%\n', ['bar 10%\rbar 20%']],
    ['ä\n日本\n🎉', ['ä', '日本', '🎉']],
  ])('%j', (text, lines) => {
    expect(whole(text)).toEqual(lines);
  });

  test('come in windows', () => {
    const output = read(Array.from({ length: 100 }, (_, at) => `line ${at + 1}`).join('\n'));
    expect(lineWindow(output, 99, 5)).toEqual({ from: 99, lines: ['line 99', 'line 100'], truncated: [] });
    expect(lineWindow(output, 101, 5)).toEqual({ from: 101, lines: [], truncated: [] });
    expect(lineWindow(output, -3, 2).lines).toEqual(['line 1', 'line 2']);
    expect(lineWindow(output, 1, 0).lines).toEqual([]);
  });

  test('are cut when one is far too long', () => {
    const { lines, truncated: cut } = lineWindow(read(`short\n${'x'.repeat(50_000)}\nend`), 1, 3);
    expect(cut).toEqual([2]);
    expect(lines.map(({ length }) => length)).toEqual([5, 16_384, 3]);
  });

  test('are the same as after splitting the whole output, in any window', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'ä', '🎉', '\n', '\n')),
        fc.nat(8),
        fc.nat(8),
        (parts, from, count) => {
          const text = parts.join('');
          const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
          expect(lineWindow(read(text), from + 1, count).lines).toEqual(lines.slice(from, from + count));
        },
      ),
    );
  });
});

describe('a search', () => {
  test('finds each line once and ignores case and colours', () => {
    const output = read('Reading\n\x1b[33mWARN\x1b[0mING: one warning\nfine\nwarning');
    expect(findLines(output, 'Warning', 10)).toEqual({ lines: [2, 4], more: false });
    expect(findLines(output, '', 10)).toEqual({ lines: [], more: false });
    expect(findLines(output, 'nope', 10)).toEqual({ lines: [], more: false });
  });

  test('stops at the most it is to find', () => {
    const output = read('a\n'.repeat(10));
    expect(findLines(output, 'a', 3)).toEqual({ lines: [1, 2, 3], more: true });
    expect(findLines(output, 'a', 10).more).toBe(false);
  });

  test('finds the same far down', () => {
    const lines = Array.from({ length: 60_000 }, (_, at) =>
      at % 9999 === 0 ? `line ${at} Here` : `line ${at} ${'.'.repeat(40)}`,
    );
    const due = lines.flatMap((line, at) => (line.endsWith('Here') ? [at + 1] : []));
    expect(findLines(read(lines.join('\n')), 'HERE', 100)).toEqual({ lines: due, more: false });
  });
});

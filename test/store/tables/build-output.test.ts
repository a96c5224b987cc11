import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_CHUNK_BYTES } from '../../../src-server/model/builds/log/output-chunks.ts';
import { createOutputReader } from '../../../src-server/services/builds/output-reader.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { openSeedStore } from '../../support/store/seed-store.ts';

/** Opens a store with a build whose commands write output. */
async function open() {
  const seeds = await openSeedStore();
  await seeds.load({
    users: [{ username: 'alice' }],
    projects: [{ name: 'Pip', users: ['alice'], repository: { url: 'https://x.org/pip', type: 'git' } }],
  });
  const { store } = seeds;
  store.change(() =>
    store.builds.insert({
      ...{ id: 1, projectId: 1, versionId: 1, created: 1, state: 'building', success: null, error: '' },
      ...{ commit: null, duration: null, config: {} },
    }),
  );
  return {
    store,
    reading: createOutputReader(store),
    rows: (commandId: number) =>
      (seeds.dump().build_output as Record<string, unknown>[]).filter((row) => row.command_id === commandId),
    /** Adds a command that wrote this output piece by piece. */
    written: (pieces: readonly string[]) =>
      store.change(() => {
        const { id } = store.buildCommands.begin({ buildId: 1, description: '', command: 'x', startTime: 1 });
        for (const piece of pieces) store.buildOutput.append(id, piece);
        const command = store.buildCommands.byId(1, id);
        if (!command) throw new Error('the command is gone');
        return command;
      }),
  };
}

const linesOf = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
const line = (number: number) => `line ${number} ${'.'.repeat(number % 90)}`;

describe('the output of a command', () => {
  test('is the same however it is split: lines, diagnostics, windows, text', async () => {
    const { store, written, rows, reading } = await open();
    // Includes lines longer than a chunk and multi-byte characters at its end.
    const piece = fc.oneof(
      fc.constantFrom('a', '版本🎉', '\n', '\r\n', 'ERROR: x\n', 'WARNING: y\n', 'ERR', 'OR: z'),
      fc.integer({ min: 1, max: 40 }).map((count) => '0123456789ä\n'.repeat(count * 100)),
      fc.integer({ min: 1, max: 3 }).map((count) => '版'.repeat(count * 30_000)),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 20 }),
        fc.nat(3000),
        fc.integer({ min: 1, max: 300 }),
        (pieces, from, count) => {
          const text = pieces.join('');
          const slowly = written(pieces);
          const atOnce = written([text]);
          const { id: _slow, ...rowByRow } = slowly;
          const { id: _once, ...rowAtOnce } = atOnce;
          expect(rowByRow).toEqual(rowAtOnce);
          expect(rowByRow.lines).toBe(linesOf(text).length);
          expect(rowByRow.bytes).toBe(Buffer.byteLength(text));
          expect(store.buildOutput.tailOf(slowly.id, text.length)).toEqual({ text, isCut: false });
          expect(store.buildOutput.diagnosticsOf(slowly.id)).toEqual(
            store.buildOutput.diagnosticsOf(atOnce.id),
          );
          expect(rows(slowly.id).map(({ command_id: _id, ...row }) => row)).toEqual(
            rows(atOnce.id).map(({ command_id: _id, ...row }) => row),
          );
          const window = reading.window(slowly, from + 1, count);
          const shown = linesOf(text).slice(from, from + count);
          expect(window.lines.length).toBe(shown.length);
          for (const [index, line] of shown.entries()) {
            const isCut = window.truncated.includes(from + 1 + index);
            const got = window.lines[index] ?? '';
            if (isCut) expect(line.startsWith(got.replace(/\ufffd$/, ''))).toBe(true);
            else expect(got).toBe(line.replace(/\r$/, ''));
          }
        },
      ),
      { numRuns: propertyRuns(10, 150) },
    );
  });

  test('is stored in chunks of limited size that end at line ends', async () => {
    const { written, rows } = await open();
    const { id, lines } = written([`${Array.from({ length: 20_000 }, (_, at) => line(at)).join('\n')}\n`]);
    const chunks = rows(id);
    expect(lines).toBe(20_000);
    expect(chunks.length).toBeGreaterThan(5);
    for (const { text, bytes } of chunks) {
      expect(String(text).endsWith('\n')).toBe(true);
      expect(Number(bytes)).toBeLessThanOrEqual(MAX_CHUNK_BYTES);
    }
  });

  test('lists the first thousand errors and counts all', async () => {
    const { store, written } = await open();
    const { id, errors, warnings } = written(['fine\nERROR: x\n'.repeat(30_000), 'WARNING: y']);
    expect([errors, warnings]).toEqual([30_000, 1]);
    const checkpoints = store.buildOutput.diagnosticsOf(id);
    expect(checkpoints.errors).toEqual(Array.from({ length: 1000 }, (_, at) => 2 * (at + 1)));
    expect(checkpoints.warnings).toEqual([60_001]);
  });

  test('can be searched for text, also across chunks', async () => {
    const { written, reading } = await open();
    const long = `${'x'.repeat(MAX_CHUNK_BYTES - 3)}NEEDLE${'y'.repeat(MAX_CHUNK_BYTES)}`;
    const command = written([
      'first needle\n',
      `${line(7)}\n`.repeat(3000),
      `${long}\n`,
      'the \u001b[31mNee\u001b[0mdle',
    ]);
    expect(await reading.find([command], 'needle')).toEqual([
      { commandId: command.id, lines: [1, 3002, 3003], more: false },
    ]);
    const many = written(['needle\n'.repeat(5000)]);
    const [found] = await reading.find([many], 'needle');
    expect([found?.lines.length, found?.lines.at(-1), found?.more]).toEqual([2000, 2000, true]);
    expect(await reading.find([command, many], 'nowhere')).toEqual([]);
  });

  test('can be read completely in pieces', async () => {
    const { written, reading } = await open();
    const text = `${Array.from({ length: 60_000 }, (_, at) => line(at)).join('\n')}版`;
    const command = written([text]);
    const { piece } = reading;
    const pieces: string[] = [];
    for (let next: number | null = 0; next !== null; ) {
      const part = piece(command, next);
      pieces.push(part.text);
      next = part.next;
    }
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.join('')).toBe(text);
  });

  test('is removed with its build', async () => {
    const { store, written, rows } = await open();
    const { id } = written(['x']);
    store.change(() => store.buildLogs.remove(1, 5));
    expect(rows(id)).toEqual([]);
    expect(store.buildCommands.byId(1, id)).toMatchObject({ lines: 0, bytes: 0 });
    expect(store.buildLogs.removedAt(1)).toBe(5);
  });
});

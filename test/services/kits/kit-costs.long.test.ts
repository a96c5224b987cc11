import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startApi } from '../../support/api/api-server.ts';
import { callDesk } from '../../support/api/call-desk.ts';
import { measureTurns } from '../../support/program/measure-turns.ts';
import { packTexts, type Texts } from './broken-kits.ts';

const MANIFEST = 'format: 1\nname: Hostile\n';

/** Keys that no kit has. */
const unknownKeys = (count: number): Texts => ({
  'kit.yaml': MANIFEST + Array.from({ length: count }, (_, index) => `key${index}: 1\n`).join(''),
});

async function previewCost(files: Texts): Promise<{ readonly main: number; readonly all: number }> {
  const api = await startApi();
  try {
    const zip = readFileSync(await packTexts(files), 'base64');
    const [main, all] = [process.threadCpuUsage(), process.cpuUsage()];
    await expect(callDesk(api.lectern, 'kits.preview', { zip })).rejects.toThrow();
    const [ownCost, allCost] = [process.threadCpuUsage(main), process.cpuUsage(all)];
    return { main: ownCost.user + ownCost.system, all: allCost.user + allCost.system };
  } finally {
    await api.close();
  }
}

test('S19 S9 a kit whose reading takes long is read beside the main thread, in proportion to its length', async () => {
  const [small, large] = [await previewCost(unknownKeys(7_500)), await previewCost(unknownKeys(60_000))];
  expect(large.main).toBeLessThan(large.all / 2);
  // In proportion it is at most 8, in proportion to the square 64.
  expect(large.all / small.all).toBeLessThan(12);
});

test('S9 a small file that repeats a project ten thousand times is read in short turns', async () => {
  const api = await startApi();
  try {
    const { longest, total, result } = await measureTurns(() =>
      callDesk(api.lectern, 'kits.preview', { name: 'ten-thousand-projects' }),
    );
    expect(result).toMatchObject({ counts: { projects: 10_000 } });
    expect(longest).toBeLessThan(total / 2);
  } finally {
    await api.close();
  }
});

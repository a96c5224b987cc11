import { expect, test } from 'vitest';
import { killWhileLoading } from '../services/kits/kill-while-loading.ts';

// npm run test:faults sets LECTERN_FAULTS=long. Otherwise one round.
const TIMES = process.env.LECTERN_FAULTS === 'long' ? 20 : 1;

test('R16 kill -9 while a kit is loaded leaves the old data or the new, whenever it happens', async () => {
  const found: string[] = [];
  for (let time = 0; time < TIMES; time++) found.push(await killWhileLoading(time * 25));
  expect(found).toHaveLength(TIMES);
});

import { expect, test } from 'vitest';
import { killWhileLoading } from '../services/kits/kill-while-loading.ts';

const TIMES = 20;

test('kill -9 while a kit is loaded leaves the old data or the new, twenty times', async () => {
  const found: string[] = [];
  for (let time = 0; time < TIMES; time++) found.push(await killWhileLoading(time * 25));
  expect(found).toHaveLength(TIMES);
});

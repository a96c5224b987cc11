import { expect, test } from 'vitest';
import { killWhileLoading } from './kill-while-loading.ts';

test('R16 kill -9 while a kit is loaded leaves the old data', async () => {
  expect(['old', 'new']).toContain(await killWhileLoading(0));
});

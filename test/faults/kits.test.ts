import { expect, test } from 'vitest';
import { killWhileLoading } from '../services/kits/kill-while-loading.ts';
import { askKit, serveKit } from '../services/kits/serve-kit.ts';
import { eventually, readPage } from '../support/program/build-server.ts';

// npm run test:faults sets LECTERN_FAULTS=long. Otherwise one round.
const TIMES = process.env.LECTERN_FAULTS === 'long' ? 20 : 1;

test('R16 kill -9 while a kit is loaded leaves the old data or the new, whenever it happens', async () => {
  const found: string[] = [];
  for (let time = 0; time < TIMES; time++) found.push(await killWhileLoading(time * 25));
  expect(found).toHaveLength(TIMES);
});

test('loads a built-in kit whose projects build from their own repositories', async () => {
  const lectern = await serveKit(['--memory', '--kit', 'first-steps', '--trust-builds']);
  expect(await askKit(lectern, 'projects/')).toMatchObject({ count: 5 });
  const { build } = await askKit(lectern, 'projects/almanac/versions/v1.0/builds/', 'POST');
  const id = build?.id;
  const ended = await eventually(
    () => askKit(lectern, `projects/almanac/builds/${id}/`),
    ({ state }) => state?.code === 'finished',
  );
  expect(ended).toMatchObject({ success: true });
  const page = await readPage(lectern.url, 'almanac.localhost', '/en/v1.0/');
  expect(page.text).toContain('<h1>Almanac 1.0</h1>');
});

import { expect, onTestFinished, test } from 'vitest';
import { startApi } from '../support/api/api-server.ts';
import { callDesk, tryDesk } from '../support/api/call-desk.ts';
import { SAMPLE_SEED } from '../support/sample-seed.ts';

type Rule = { readonly id: number; readonly fromUrl: string };

const PAGES = ['/a', '/b', '/c', '/d'];

test('several redirects are removed by one call, which one undo takes back, and only by maintainers', async () => {
  const server = await startApi({ seed: SAMPLE_SEED });
  onTestFinished(() => server.close());
  const call = (procedure: string, input?: unknown) => callDesk(server.lectern, procedure, input);
  const rules = async () =>
    ((await call('redirects.list', { slug: 'pip' })) as { rules: Rule[] }).rules.map(
      ({ id, fromUrl }) => [id, fromUrl] as const,
    );
  await call('system.welcome', { username: 'alice' });
  const drafts = PAGES.map((from) => ({ type: 'page', from_url: from, to_url: '/to' }));
  await call('redirects.import', { slug: 'pip', drafts, mode: 'replace' });
  const before = await rules();
  const ids = before.filter(([, from]) => from !== '/b').map(([id]) => id);

  const asOther = await tryDesk(server.lectern, 'redirects.removeSeveral', { slug: 'pip', ids }, 'stranger');
  expect(asOther.refused?.name).toBe('Forbidden');
  const gone = await tryDesk(server.lectern, 'redirects.removeSeveral', { slug: 'pip', ids: [...ids, 0] });
  expect(gone.refused?.name).toBe('NotFound');
  expect(await rules()).toEqual(before);

  const removed = (await call('redirects.removeSeveral', { slug: 'pip', ids })) as {
    undo: { batch: number };
  };
  expect((await rules()).map(([, from]) => from)).toEqual(['/b']);
  await call('undo.revert', { batch: removed.undo.batch });
  expect(await rules()).toEqual(before);
});

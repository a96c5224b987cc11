import { createServer, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { packageIndexState } from '../../../src-server/builder/import/package-index-answers.ts';

/** The port of something that listens, or that nobody listens at. */
async function port({ isOpen }: { readonly isOpen: boolean }): Promise<number> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen');
  if (isOpen) onTestFinished(() => void server.close());
  else await new Promise((resolve) => server.close(resolve));
  return address.port;
}

/** Without the settings of the person who runs this. */
const state = (env: NodeJS.ProcessEnv) => packageIndexState({ PIP_CONFIG_FILE: '/dev/null', ...env });

test('an index answers where something listens', async () => {
  const [open, closed] = [await port({ isOpen: true }), await port({ isOpen: false })];
  const index = (at: number) => `http://127.0.0.1:${at}/simple/`;
  const found = { host: `127.0.0.1:${open}`, answers: true };
  const missed = { host: `127.0.0.1:${closed}`, answers: false };
  expect(await state({ PIP_INDEX_URL: index(open) })).toEqual(found);
  expect(await state({ PIP_INDEX_URL: index(closed) })).toEqual(missed);
  expect(await state({ UV_DEFAULT_INDEX: index(open), PIP_INDEX_URL: index(closed) })).toEqual(found);
  // What else is set does not replace an index that pip asks first.
  expect(await state({ PIP_INDEX_URL: index(closed), PIP_FIND_LINKS: '/srv/wheels' })).toEqual(missed);
});

test('a proxy stands for what is behind it, except where none is used', async () => {
  const [open, closed] = [await port({ isOpen: true }), await port({ isOpen: false })];
  const index = { PIP_INDEX_URL: 'http://packages.example/simple/' };
  const through = (at: number) => ({ ...index, http_proxy: `http://127.0.0.1:${at}` });
  expect(await state(through(open))).toEqual({ host: 'packages.example', answers: true });
  expect(await state(through(closed))).toEqual({ host: 'packages.example', answers: false });
  const local = { PIP_INDEX_URL: `http://127.0.0.1:${closed}/`, no_proxy: '127.0.0.1' };
  expect(await state({ ...local, HTTP_PROXY: `127.0.0.1:${open}` })).toMatchObject({ answers: false });
});

test('an index that needs no network answers', async () => {
  expect(await state({ PIP_NO_INDEX: '1' })).toMatchObject({ answers: true });
  expect(await state({ PIP_INDEX_URL: 'file:///srv/simple/' })).toMatchObject({ answers: true });
});

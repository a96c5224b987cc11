// `node --test`: 50 tests of a client, each in a world of its own.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startLectern } from 'lectern/testing';
import { applyRedirects, listRedirects } from './redirects-client.mjs';

const PROJECT = {
  slug: 'guide',
  name: 'Guide',
  users: ['alice'],
  repository: { url: 'https://example.org/guide.git', type: 'git' },
};

let lectern;
let account;
before(async () => {
  lectern = await startLectern({
    users: ['alice'],
    seed: { users: [{ username: 'alice' }], projects: [PROJECT] },
  });
  account = { url: lectern.url, token: lectern.tokens.alice };
});
after(() => lectern.close());
beforeEach(() => lectern.reset());

const page = (name) => ({ type: 'page', from_url: `/${name}.html`, to_url: `/new/${name}.html` });

for (let number = 1; number <= 25; number += 1) {
  test(`creates redirect ${number}`, async () => {
    assert.deepEqual(await applyRedirects(account, 'guide', [page(`p${number}`)]), {
      created: 1,
      deleted: 0,
    });
    const [only, ...others] = await listRedirects(account, 'guide');
    assert.equal(only.from_url, `/p${number}.html`);
    assert.equal(others.length, 0);
  });
}

for (let number = 1; number <= 24; number += 1) {
  test(`replaces redirect ${number} by another`, async () => {
    await applyRedirects(account, 'guide', [page(`p${number}`)]);
    const done = await applyRedirects(account, 'guide', [page(`q${number}`)]);
    assert.deepEqual(done, { created: 1, deleted: 1 });
  });
}

test('does nothing twice', async () => {
  await applyRedirects(account, 'guide', [page('a'), page('b')]);
  assert.deepEqual(await applyRedirects(account, 'guide', [page('a'), page('b')]), {
    created: 0,
    deleted: 0,
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DocsServer, project, seedOf, startDocs, version } from '../../hosting/docs-fixture.ts';
import { linkPath, publish, SECRET, SEED, signIn } from '../../hosting/private-docs.ts';
import { databaseDigest } from '../../support/store/database-digest.ts';

const OPERATOR = { kind: 'system', door: 'desk' } as const;
const DAY = 24 * 60 * 60;

let docs: DocsServer;
/** The same Lectern without anything private in it: what a reader without a session must not tell apart. */
let bare: DocsServer;

beforeAll(async () => {
  docs = await startDocs({ seed: SEED, servesPrivate: false });
  publish(docs);
  bare = await startDocs({
    seed: seedOf(
      project('pip', [version('latest')], {
        redirects: [{ type: 'page', from_url: '/moved.html', to_url: '/index.html' }],
      }),
    ),
    servesPrivate: false,
  });
  publish(bare, [['pip', 'latest']]);
});
afterAll(async () => {
  await docs.close();
  await bare.close();
});
beforeEach(() => {
  const sessions = docs.services.docsSessions;
  for (const { id } of sessions.list(OPERATOR)) sessions.revoke(OPERATOR, id);
});

const statusOf = async (label: string, path: string, cookie?: string) =>
  (await docs.request(label, path, cookie === undefined ? {} : { headers: { cookie } })).status;

const PRIVATE = [
  ['hidden', '/'],
  ['hidden', '/en/latest/'],
  ['hidden', '/en/latest'],
  ['hidden', '/en/'],
  ['hidden', '/page/x.html'],
  ['hidden', '/en/latest/searchindex.js'],
  ['hidden', '/en/latest/nothing.html'],
  ['hidden', '/en/latest/moved.html'],
  ['hidden', '/robots.txt'],
  ['hidden', '/sitemap.xml'],
  ['hidden', '/_/downloads/en/latest/pdf/'],
  ['pip', '/en/secret/'],
  ['pip', '/en/secret'],
  ['pip', '/en/secret/moved.html'],
  ['pip', '/en/secret/nothing.html'],
  ['pip', '/_/downloads/en/secret/pdf/'],
  ['pip', '/projects/hid/'],
  ['pip', '/projects/hid/en/latest/'],
  ['pip', '/_/downloads/hid/en/latest/pdf/'],
  ['pip', '/robots.txt'],
  ['pip', '/sitemap.xml'],
  ['pip', '/nothing'],
  ['pip--7', '/en/7/'],
  ['pip--7', '/'],
  ['hidden-child', '/'],
] as const;

describe('S11 a server that other machines can reach', () => {
  test.each(PRIVATE)(
    'S11 answers %s%s to a reader without a session as if it were not there',
    async (label, path) => {
      for (const method of ['GET', 'HEAD']) {
        for (const cookie of [undefined, `lectern-docs-${docs.port}=guessed`]) {
          const ask = (server: DocsServer) => server.request(label, path, { method, headers: { cookie } });
          const answer = await ask(docs);
          const expected = await ask(bare);
          // The servers ran other builds before that of the public pages, so that only its time differs.
          const same = (text: string, server: DocsServer) =>
            text.replaceAll(String(server.port), 'PORT').replaceAll(/<lastmod>.*?</g, '<lastmod>TIME<');
          expect(answer.status).toBe(expected.status);
          expect(same(answer.text, docs)).toBe(same(expected.text, bare));
          expect(answer.text).not.toContain(SECRET);
          expect(same(answer.headers.location ?? '', docs)).toBe(same(expected.headers.location ?? '', bare));
          expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(expected.headers).sort());
        }
      }
    },
  );

  test('S11 serves public pages to everybody, and says on its own pages how private ones are opened', async () => {
    expect((await docs.request('pip', '/en/latest/')).text).toBe('open');
    for (const [label, path] of [
      ['pip', '/nothing'],
      ['hidden', '/'],
      ['nobody', '/'],
    ] as const) {
      expect((await docs.request(label, path)).text).toContain("link from Lectern's window");
    }
  });

  test('S11 shows a badge and the public API nothing of them either', async () => {
    const host = { host: `127.0.0.1:${docs.port}` };
    const badge = await docs.request('', '/projects/hidden/badge/', { headers: host });
    expect(badge.text).toContain('unknown');
    expect((await docs.request('', '/api/v3/search/?q=private', { headers: host })).status).toBe(401);
    expect((await docs.request('', '/api/v2/project/?slug=hidden', { headers: host })).text).not.toContain(
      'hidden',
    );
  });

  test('S11 lets a browser in by a link that works once, at that host alone', async () => {
    const before = databaseDigest(docs.database);
    const link = await linkPath(docs, `http://hidden.localhost:${docs.port}/en/latest/?q=a%20b#top`);
    expect((await docs.request('hidden', link, { method: 'HEAD' })).headers['set-cookie']).toBeUndefined();
    expect((await docs.request('other', link)).headers['set-cookie']).toBeUndefined();
    const opened = await docs.request('hidden', link);
    expect(opened).toMatchObject({
      status: 302,
      headers: {
        location: `http://hidden.localhost:${docs.port}/en/latest/?q=a%20b`,
        'cache-control': 'no-store',
        'set-cookie': expect.stringMatching(
          new RegExp(`^lectern-docs-${docs.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Lax$`),
        ),
      },
    });
    const cookie = opened.headers['set-cookie']?.split(';')[0] ?? '';
    const page = await docs.request('hidden', '/en/latest/', { headers: { cookie } });
    expect(page).toMatchObject({
      status: 200,
      text: SECRET,
      headers: { 'cache-control': 'private, no-cache' },
    });
    expect(await statusOf('hidden', '/_/downloads/en/latest/pdf/', cookie)).toBe(200);
    expect(await statusOf('hidden', '/en/latest/moved.html', cookie)).toBe(302);
    expect((await docs.request('hidden', '/en/latest/none', { headers: { cookie } })).text).toBe(
      `none: ${SECRET}`,
    );
    for (const [label, path] of [
      ['other', '/en/latest/'],
      ['pip', '/en/secret/'],
      ['pip--7', '/en/7/'],
    ] as const) {
      expect(await statusOf(label, path, cookie)).toBe(404);
    }

    const again = await docs.request('hidden', link);
    expect(again.status).toBe(302);
    expect(again.headers['set-cookie']).toBeUndefined();
    expect(databaseDigest(docs.database)).toBe(before);
  });

  test('S11 a session covers subprojects and versions of its host', async () => {
    const cookie = await signIn(docs, 'pip');
    for (const path of ['/en/secret/', '/projects/hid/en/latest/', '/_/downloads/hid/en/latest/pdf/'])
      expect(await statusOf('pip', path, cookie)).toBe(200);
    expect(await statusOf('pip--7', '/en/7/', await signIn(docs, 'pip--7'))).toBe(200);
  });

  test('S11 a further link gives a browser that is let in no second session', async () => {
    const cookie = await signIn(docs, 'hidden');
    const link = await linkPath(docs, `http://hidden.localhost:${docs.port}/en/1.0/`);
    const opened = await docs.request('hidden', link, { headers: { cookie } });
    expect(opened.headers['set-cookie']).toBeUndefined();
    expect(docs.services.docsSessions.list(OPERATOR)).toHaveLength(1);
    // A page of documentation may put a cookie of the same name before it.
    const [name] = cookie.split('=');
    expect(await statusOf('hidden', '/en/latest/', `${name}=other; ${cookie}`)).toBe(200);
  });

  test('S6 S11 the session opens neither the desk nor the API, and theirs no documentation', async () => {
    const cookie = await signIn(docs, 'hidden');
    const value = cookie.split('=')[1] ?? '';
    const desk = await docs.lectern.desk();
    for (const headers of [
      { cookie, 'x-lectern-session': value },
      { cookie: `lectern-desk-${docs.port}=${value}`, 'x-lectern-session': value },
    ]) {
      const request = new Request('http://localhost/desk/system.state', { method: 'POST', headers });
      expect((await desk.fetchWithSession(request)).status).toBe(401);
    }
    const host = `127.0.0.1:${docs.port}`;
    for (const headers of [
      { host, cookie },
      { host, authorization: `Token ${value}` },
    ])
      expect((await docs.request('', '/api/v3/projects/', { headers })).status).toBe(401);
    expect(await statusOf('hidden', '/api/v3/projects/', cookie)).toBe(404);
    expect(
      (await docs.request('hidden', '/en/latest/', { method: 'POST', headers: { cookie } })).status,
    ).toBe(405);

    const deskKey = desk.newKey();
    const redeem = new Request('http://localhost/desk/session', {
      method: 'POST',
      body: JSON.stringify({ key: deskKey }),
    });
    const signedIn = await desk.fetchWithSession(redeem);
    const deskCookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const deskValue = deskCookie.split('=')[1] ?? '';
    expect(deskCookie).toContain('lectern-desk-');
    for (const each of [deskCookie, `lectern-docs-${docs.port}=${deskValue}`])
      expect(await statusOf('hidden', '/en/latest/', each)).toBe(404);
    const other = await docs.request('hidden', `/en/latest/?lectern-key=${desk.newKey()}`);
    expect(other.headers['set-cookie']).toBeUndefined();
    const docsKey = new URLSearchParams(
      (await linkPath(docs, `http://hidden.localhost:${docs.port}/`)).split('?')[1],
    ).get('lectern-key');
    const wrong = new Request('http://localhost/desk/session', {
      method: 'POST',
      body: JSON.stringify({ key: docsKey }),
    });
    expect(await (await desk.fetchWithSession(wrong)).json()).toEqual({ signedIn: false });
  });

  test('S6 a session that is revoked or too old, and a link that is, open nothing', async () => {
    const cookie = await signIn(docs, 'hidden');
    const list = () => docs.services.docsSessions.list(OPERATOR);
    const unopened = await linkPath(docs, `http://hidden.localhost:${docs.port}/en/latest/`);
    expect(list().map(({ kind, label }) => [kind, label])).toEqual([
      ['link', 'hidden'],
      ['browser', 'hidden'],
    ]);
    expect(JSON.stringify(await docs.callDesk('docsSessions.list', {}))).not.toContain(cookie.split('=')[1]);
    for (const { id } of list()) await docs.callDesk('docsSessions.revoke', { id });
    expect(list()).toEqual([]);
    expect(await statusOf('hidden', '/en/latest/', cookie)).toBe(404);
    expect((await docs.request('hidden', unopened)).headers['set-cookie']).toBeUndefined();

    const late = await linkPath(docs, `http://hidden.localhost:${docs.port}/en/latest/`);
    docs.advance(DAY);
    expect((await docs.request('hidden', late)).headers['set-cookie']).toBeUndefined();
    const idle = await signIn(docs, 'hidden');
    docs.advance(6 * DAY);
    expect(await statusOf('hidden', '/en/latest/', idle)).toBe(200);
    docs.advance(8 * DAY);
    expect(await statusOf('hidden', '/en/latest/', idle)).toBe(404);
    const used = await signIn(docs, 'hidden');
    for (let day = 0; day < 30; day += 5) {
      expect(await statusOf('hidden', '/en/latest/', used)).toBe(200);
      docs.advance(5 * DAY);
    }
    expect(await statusOf('hidden', '/en/latest/', used)).toBe(404);
  });

  test('S10 a link leads nowhere but to its own host', async () => {
    for (const path of ['//evil.example/', '/\\evil.example/', '/%0d%0aSet-Cookie:x/', '/en/latest/']) {
      const { headers, status } = await docs.request('hidden', `${path}?lectern-key=x&a=1`);
      expect(status).toBe(302);
      expect(new URL(headers.location ?? '').host).toBe(`hidden.localhost:${docs.port}`);
      expect(new URL(headers.location ?? '').search).toBe('?a=1');
      expect(headers['set-cookie']).toBeUndefined();
    }
  });

  test('S11 a user that the desk acts as gets a link only for what they maintain', async () => {
    docs.services.users.ensure(OPERATOR, 'bob');
    const url = `http://hidden.localhost:${docs.port}/en/latest/`;
    expect(await docs.callDesk('docsSessions.link', { url }, 'bob')).toMatchObject({ url });
    expect(await docs.callDesk('docsSessions.link', { url }, 'alice')).not.toMatchObject({ url });
    await expect(docs.callDesk('docsSessions.list', {}, 'alice')).rejects.toThrow();
    for (const elsewhere of ['https://example.org/', 'http://nobody.localhost/', 'no address'])
      expect(await docs.callDesk('docsSessions.link', { url: elsewhere })).toMatchObject({ url: elsewhere });
  });

  test('S11 a session ends with its project: another one of the same name is not opened by it', async () => {
    const [user] = docs.services.users.list(OPERATOR);
    if (!user) throw new Error('The seed has no user.');
    const create = () =>
      docs.services.projects.create(
        { kind: 'user', user, door: 'desk' },
        { name: 'Gone', repository: { url: 'https://example.org/gone', type: 'git' } },
      );
    create();
    const cookie = await signIn(docs, 'gone');
    expect(docs.services.docsSessions.allows('gone', [cookie.split('=')[1] ?? ''])).toBe(true);
    docs.services.projects.remove(OPERATOR, 'gone');
    create();
    expect(docs.services.docsSessions.allows('gone', [cookie.split('=')[1] ?? ''])).toBe(false);
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Lectern, openLectern } from '../../../src-server/lectern.ts';
import { parseSeed } from '../../../src-server/model/seeds/seed.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import type { Services } from '../../../src-server/services/open-services.ts';
import { callDesk } from '../../support/api/call-desk.ts';

const ACTOR = systemActor('desk');
const LESSON = `---
title: A test
minutes: 5
---
## Read
\`\`\`check
request: { method: GET, path: /api/v3/projects/pip/, status: 200, count: 2 }
\`\`\`
\`\`\`show
- call: { path: projects/pip/, times: 2 }
\`\`\`
## Redirect
\`\`\`check
redirect: { project: pip, type: page, from: /a.html }
\`\`\`
\`\`\`show
- call: { method: POST, path: projects/pip/redirects/, body: { type: page, from_url: /a.html, to_url: /b.html } }
\`\`\`
## Answer
\`\`\`check
question: { text: Well?, choices: ["yes", "no"], answer: "yes" }
\`\`\`
## Say so
Nothing to check.
`;
const SEED = {
  users: [{ username: 'mira', token: 'a'.repeat(40) }],
  projects: [
    { name: 'pip', users: ['mira'], repository: { url: 'https://git.example/pip.git', type: 'git' } },
  ],
};

const folders: string[] = [];
let lectern: Lectern | undefined;
afterEach(async () => {
  await lectern?.close();
  lectern = undefined;
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function dataFolder(lesson = LESSON): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-lessons-'));
  folders.push(folder);
  mkdirSync(join(folder, 'lessons'));
  writeFileSync(join(folder, 'lessons', '08-test.md'), lesson);
  return folder;
}

async function open(data: string): Promise<Lectern> {
  lectern = await openLectern({ data, keychain: 'off', requestLog: true, port: 0 });
  return lectern;
}

async function opened(lesson = LESSON): Promise<Lectern & { data: string }> {
  const data = dataFolder(lesson);
  const made = await open(data);
  await made.services.seeds.load(ACTOR, parseSeed(SEED));
  await callDesk(made, 'system.welcome', { username: 'mira' });
  return { ...made, data };
}

const ID = { id: '08-test' };

const call = (url: string, method: string, path: string, body?: object) =>
  fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Token ${'a'.repeat(40)}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Waits until so many steps of the lesson are done, as a window would hear of it. */
function untilDone(services: Services, count: number): Promise<void> {
  return new Promise((resolve) => {
    const look = async () => {
      const { done } = await services.lessons.get(ACTOR, '08-test');
      if (done < count) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = services.changes.subscribe(() => void look());
    void look();
  });
}

test('steps tick by requests and by changes, wherever they come from, and survive a restart', async () => {
  const { services, url, data, close } = await opened();
  await services.lessons.start(ACTOR, ID.id);
  await call(url, 'GET', '/api/v3/projects/pip/');
  await call(url, 'GET', '/api/v3/projects/');
  await services.requests.lastId(ACTOR);
  await services.lessons.settled();
  expect(await services.lessons.get(ACTOR, ID.id)).toMatchObject({ done: 0, isStarted: true });
  await call(url, 'GET', '/api/v3/projects/pip/?expand=x');
  await untilDone(services, 1);
  const pip = services.projects.get(ACTOR, 'pip').project;
  expect(pip.slug).toBe('pip');
  await call(url, 'POST', '/api/v3/projects/pip/redirects/', {
    ...{ type: 'page', from_url: '/a.html', to_url: '/b.html' },
  });
  await untilDone(services, 2);
  await close();
  const again = await open(data);
  expect(await again.services.lessons.get(ACTOR, ID.id)).toMatchObject({ done: 2 });
  expect(await again.services.lessons.answer(ACTOR, ID.id, 'no')).toBe(false);
  await expect(again.services.lessons.confirm(ACTOR, ID.id)).rejects.toThrow('ticks itself');
  await expect(again.services.lessons.answer(ACTOR, ID.id, 'maybe')).rejects.toThrow('none of the choices');
  expect(await again.services.lessons.answer(ACTOR, ID.id, 'yes')).toBe(true);
  await again.services.lessons.confirm(ACTOR, ID.id);
  expect(await again.services.lessons.get(ACTOR, ID.id)).toMatchObject({ done: 4 });
  await expect(again.services.lessons.confirm(ACTOR, ID.id)).rejects.toThrow('All steps');
});

test('requests before the lesson, and before the step that they belong to, do not count', async () => {
  const { services, url } = await opened();
  for (let count = 0; count < 3; count += 1) await call(url, 'GET', '/api/v3/projects/pip/');
  await services.lessons.start(ACTOR, ID.id);
  await call(url, 'GET', '/api/v3/projects/pip/');
  await services.requests.lastId(ACTOR);
  await services.lessons.settled();
  expect(await services.lessons.get(ACTOR, ID.id)).toMatchObject({ done: 0 });
});

test('starting over restores the data, keeps a safety copy and how far other lessons are', async () => {
  const { services, url } = await opened();
  await services.lessons.start(ACTOR, ID.id);
  await services.lessons.start(ACTOR, '01-first-call');
  for (let count = 0; count < 2; count += 1) await call(url, 'GET', '/api/v3/projects/pip/');
  await untilDone(services, 1);
  await call(url, 'POST', '/api/v3/projects/', { name: 'New', repository: SEED.projects[0]?.repository });
  const { safetyCopy } = await services.lessons.startOver(ACTOR, ID.id, '');
  expect(safetyCopy).toContain('before-restore-');
  expect((await call(url, 'GET', '/api/v3/projects/new/')).status).toBe(404);
  expect(await services.lessons.list(ACTOR)).toMatchObject([
    { id: '01-first-call', isStarted: true },
    ...['02', '03', '04', '05'].map(() => ({ isStarted: false })),
    { id: '08-test', isStarted: true, done: 0 },
  ]);
});

test('“Show me” says what it does, does it as the caller by requests of its own, and answers questions', async () => {
  const made = await opened();
  const { services } = made;
  await services.lessons.start(ACTOR, ID.id);
  expect(await callDesk(made, 'lessons.previewShow', ID)).toEqual({
    lines: ['GET /api/v3/projects/pip/, 2 times'],
    answersQuestion: false,
  });
  await callDesk(made, 'lessons.show', ID);
  await untilDone(services, 1);
  await callDesk(made, 'lessons.show', ID);
  await untilDone(services, 2);
  expect(await callDesk(made, 'lessons.previewShow', ID)).toEqual({ lines: [], answersQuestion: true });
  expect(JSON.stringify(await callDesk(made, 'lessons.get', ID))).not.toContain('"answer"');
  await callDesk(made, 'lessons.show', ID);
  await untilDone(services, 3);
  await expect(callDesk(made, 'lessons.show', ID)).rejects.toThrow('nothing to show');
});

test('a lesson with an error is listed with file and line and cannot be taken', async () => {
  const made = await opened(LESSON.replace('type: page, from', 'type: pages, from'));
  const rows = (await callDesk(made, 'lessons.list')) as { id: string; problems: object[] }[];
  expect(rows.find(({ id }) => id === ID.id)?.problems).toMatchObject([
    { file: 'lessons/08-test.md', line: 14 },
  ]);
  await expect(callDesk(made, 'lessons.start', ID)).rejects.toThrow('lessons/08-test.md:14: redirect.type');
});

test('a lesson adds the projects that it needs, once', async () => {
  const { services, url } = await opened();
  const user = services.users.get('mira');
  const operator = { kind: 'operator', user, door: 'desk' } as const;
  expect(await services.lessons.get(ACTOR, '03-versions-and-stable')).toMatchObject({
    adds: ['lantern-guide'],
  });
  await services.lessons.start(operator, '03-versions-and-stable');
  await services.lessons.start(operator, '04-redirects-with-the-tester');
  expect((await call(url, 'GET', '/api/v3/projects/lantern-guide/')).status).toBe(200);
});

test('users who are not at this machine cannot take lessons', async () => {
  const { services } = await opened();
  const user = { kind: 'user', user: services.users.get('mira'), door: 'api' } as const;
  await expect(services.lessons.list(user)).rejects.toThrow('permission');
  await expect(services.lessons.start(user, ID.id)).rejects.toThrow('permission');
  await expect(services.lessons.startOver(user, ID.id, ID.id)).rejects.toThrow('permission');
});

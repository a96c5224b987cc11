import type { Page } from '@playwright/test';
import type { Shot } from './shots.ts';

/*
 * Screens for trainers and authors of clients: the log of requests, faults, lessons, presenter mode. Each shot leaves the
 * data as it was. Their axe findings are asked for in their own specs, where the states are already there.
 */

const lessons = (page: Page) => page.getByRole('complementary', { name: 'Lessons' });
const closeLessons = (page: Page) => lessons(page).getByRole('button', { name: 'Close lessons' }).click();
const presenterMode = (page: Page) => page.keyboard.press('Control+Alt+p');

async function openLessons(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Lessons' }).click();
  await lessons(page).getByRole('heading', { name: 'Lessons' }).waitFor();
}

async function openFirstLesson(page: Page): Promise<void> {
  await openLessons(page);
  await lessons(page).getByRole('button', { name: 'The first call' }).click();
  await lessons(page).getByRole('list').first().waitFor();
}

async function backToLessons(page: Page): Promise<void> {
  await lessons(page).getByRole('button', { name: 'All lessons' }).first().click();
  await closeLessons(page);
}

/** Opens the newest request, where there is one. */
async function openFirstRequest(page: Page): Promise<boolean> {
  const row = page
    .getByRole('row')
    .filter({ hasText: /\d\d:\d\d:\d\d/ })
    .first();
  await page.getByRole('heading', { name: 'No requests yet' }).or(row).waitFor();
  if ((await row.count()) === 0) return false;
  await row.click();
  await page.getByRole('region', { name: 'Details' }).getByRole('term').first().waitFor();
  return true;
}

/** The shots of those screens. */
export const TRAINING_SHOTS: readonly Shot[] = [
  { name: 'requests', path: '/requests' },
  { name: 'requests-clients', path: '/requests?group=client' },
  { name: 'requests-no-match', path: '/requests?filter=status:4xx+path:/nowhere/+slow:much' },
  {
    name: 'requests-detail',
    path: '/requests',
    prepare: async (page) => void (await openFirstRequest(page)),
  },
  {
    name: 'requests-replay',
    path: '/requests',
    async prepare(page) {
      if (!(await openFirstRequest(page))) return;
      await page.getByRole('button', { name: 'Send again' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'requests-help',
    path: '/requests',
    async prepare(page) {
      await page.getByRole('button', { name: 'What a filter understands' }).click();
      await page.getByText('Any other word is searched').waitFor();
    },
  },
  { name: 'faults', path: '/requests/faults' },
  {
    name: 'faults-form',
    path: '/requests/faults',
    async prepare(page) {
      await page.getByRole('button', { name: 'Add fault…' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Lists are down');
      await page.getByRole('dialog').getByRole('button', { name: 'Add fault' }).click();
      await page.getByText('A rule needs an answer').waitFor();
    },
  },
  { name: 'lessons', path: '/projects', prepare: openLessons, cleanUp: closeLessons },
  { name: 'lesson', path: '/projects', prepare: openFirstLesson, cleanUp: backToLessons },
  {
    name: 'lesson-beside-request',
    path: '/requests',
    async prepare(page) {
      await openFirstRequest(page);
      await openFirstLesson(page);
    },
    cleanUp: backToLessons,
  },
  {
    name: 'presenter',
    path: '/projects',
    async prepare(page) {
      await presenterMode(page);
      await page.getByRole('region', { name: 'Calls of the API' }).waitFor();
    },
    cleanUp: presenterMode,
  },
];

/* What the specs of the redirects tab share. */

import type { Page } from '@playwright/test';
import { REDIRECT_CHANGES_MAX } from '../../../src-server/model/redirects/redirect-file.ts';
import { toCurrentRule } from '../../../src-server/model/redirects/rules/map-redirect.ts';
import type { Rule2020 } from '../../../src-server/model/redirects/rules/rule-2020.ts';
import { expect, type HeadlessApp } from '../headless-app.ts';

/** The redirects of Tidewater in the public API. */
export const REDIRECTS_PATH = '/api/v3/projects/tidewater/redirects/';

/** A redirect as the API takes it. */
export type RedirectBody = { readonly type: string; readonly from_url?: string; readonly to_url?: string };
/** A redirect as the API answers it. */
export type ApiRedirect = {
  readonly pk: number;
  readonly type: string;
  readonly from_url: string | null;
  readonly to_url: string | null;
};

/** One of each type. */
export const PAGE: RedirectBody = { type: 'page', from_url: '/install.html', to_url: '/guides/install.html' };
export const PREFIX: RedirectBody = { type: 'prefix', from_url: '/docs/' };
export const EXACT: RedirectBody = { type: 'exact', from_url: '/en/1.x/$rest', to_url: '/en/1.9/' };
export const HTML: RedirectBody = { type: 'sphinx_html' };
export const HTMLDIR: RedirectBody = { type: 'sphinx_htmldir' };
/** Four of them, in this order; no two lead back to each other. */
export const ALL = [PAGE, PREFIX, EXACT, HTML];

/** The redirects as the public API lists them, one string each: the first is tried first. */
export async function listRedirects(app: HeadlessApp): Promise<readonly string[]> {
  const rules: ApiRedirect[] = [];
  let next: string | null = `${REDIRECTS_PATH}?limit=1000`;
  while (next !== null) {
    const { json } = await app.api('GET', next);
    const answer = json as { next: string | null; results: ApiRedirect[] };
    rules.push(...answer.results);
    next =
      answer.next === null
        ? null
        : new URL(answer.next, app.url).pathname + new URL(answer.next, app.url).search;
  }
  return rules.map(({ type, from_url, to_url }) =>
    [type, from_url, to_url].filter((part) => part !== null).join(' '),
  );
}

/** A redirect as `listed` gives it. */
export const redirectText = ({ type, from_url, to_url }: RedirectBody) =>
  [type, from_url, to_url].filter(Boolean).join(' ');

/** A redirect of 2020 in the words of today, as the form has them. */
export function inToday({ type, from_url = '', to_url = '' }: RedirectBody): RedirectBody {
  const { rule } = toCurrentRule({ type, fromUrl: from_url, toUrl: to_url } as Rule2020, SITE);
  if (!rule) throw new Error(`${type} ${from_url} has no words today`);
  const urls = { from_url: rule.fromUrl, to_url: rule.toUrl };
  return { type: rule.type, ...(rule.fromUrl !== '' && urls) };
}
const SITE = {
  alias: null,
  language: 'en',
  singleVersion: false,
  omitsLanguage: false,
  defaultVersion: 'latest',
};

/** Replaces the redirects by these, the first to be tried first: in parts, since few can change at once. */
export async function importRedirects(app: HeadlessApp, ...rules: readonly RedirectBody[]): Promise<void> {
  const last = Math.max(0, Math.ceil(rules.length / REDIRECT_CHANGES_MAX) - 1);
  for (let part = last; part >= 0; part -= 1) {
    const drafts = rules.slice(part * REDIRECT_CHANGES_MAX, (part + 1) * REDIRECT_CHANGES_MAX);
    const mode = part === last ? 'replace' : 'add';
    await app.desk('redirects.import', { slug: 'tidewater', drafts, mode });
  }
}

/** Opens the tab, and waits until the redirects are there. */
export async function openRedirects(page: Page, app: HeadlessApp, search = ''): Promise<void> {
  await page.goto(`${app.url}/projects/tidewater/redirects${search}`);
  await page.getByRole('main').waitFor();
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
}

/** Locates the row of the redirect at this position, from 1. */
export const row = (page: Page, number: number) =>
  page.getByRole('grid', { name: 'Redirects' }).locator(`[role="row"][aria-rowindex="${number + 1}"]`);
/** The form beside the list. */
export const panel = (page: Page) => page.getByRole('complementary', { name: /redirect/i });
/** A toast. */
export const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

/** Takes the redirect whose handle has the focus. */
export async function take(page: Page, toastText: string): Promise<void> {
  await page.keyboard.press('Space');
  await expect(page.locator('[id^="DndLiveRegion"]')).toHaveText(toastText);
  // The keys work from the next event loop turn on.
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
}

import type { Page } from '@playwright/test';
import { connect, type OtherSide, row } from '../gui/sync/other-side.ts';
import type { Shot } from './shots.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

const at = (remote: string, rest: string) => `/live/${remote}/${rest}`;

/** The tabs of an account. */
export function liveTabs(remote: string, name = 'live'): readonly Shot[] {
  const tabs = ['projects', 'outgoing', 'incoming', 'conflicts', 'history'];
  return tabs.map((tab) => ({ name: `${name}-${tab}`, path: at(remote, tab) }));
}

/** The accounts of `live-account.ts`: each tab, and what is opened from it. */
export function liveShots({ url, token }: Pick<OtherSide, 'url' | 'token'>): readonly Shot[] {
  return [
    ...liveTabs('there'),
    ...liveTabs('archive', 'live-empty'),
    tried('live-connect-refused', url, 'wrong'),
    tried('live-connect-tried', url, token),
    ...outgoingShots(at('there', 'outgoing')),
    ...runShots(at('slow', 'projects'), at('there', 'history'), at('archive', 'history')),
    ...menuShots(at('there', 'history')),
    {
      name: 'live-other-slug',
      path: at('archive', 'projects'),
      async prepare(page) {
        await button(page, 'Actions for lid').click();
        await page.getByRole('menuitem', { name: 'Pull under another slug…' }).click();
      },
    },
    { name: 'live-project', path: '/projects/kettle' },
    { name: 'live-only-here', path: '/projects/samovar' },
  ];
}

function tried(name: string, url: string, token: string): Shot {
  return {
    name,
    path: '/live/connect',
    async prepare(page) {
      await connect(page, url, token);
      await page.getByRole(token === 'wrong' ? 'alert' : 'status').waitFor();
    },
  };
}

function outgoingShots(path: string): readonly Shot[] {
  return [
    {
      name: 'live-changes',
      path: `${path}?project=kettle`,
      prepare: (page) => page.getByRole('region', { name: 'Change version 1.0' }).waitFor(),
    },
    {
      name: 'live-push-review',
      path,
      async prepare(page) {
        await button(page, /^Push \d/).click();
        await page.getByRole('region', { name: 'What is sent' }).waitFor();
      },
    },
    {
      name: 'live-create-there',
      path,
      async prepare(page) {
        await button(page, 'Create on there…').click();
        await page.getByRole('checkbox', { name: /Samovar/ }).waitFor();
      },
    },
  ];
}

function runShots(slow: string, history: string, failed: string): readonly Shot[] {
  return [
    {
      name: 'live-run',
      path: slow,
      prepare: (page) => page.getByRole('region', { name: 'Progress' }).getByText('requests').waitFor(),
    },
    {
      name: 'live-paused',
      path: slow,
      async prepare(page) {
        await button(page, 'Pause').click();
        await page.getByRole('region', { name: 'Paused run' }).waitFor();
      },
      async cleanUp(page) {
        await button(page, 'Resume the pull').click();
        await page.getByRole('region', { name: 'Progress' }).waitFor();
      },
    },
    {
      name: 'live-history-steps',
      path: history,
      async prepare(page) {
        await row(page, 'Push').first().click();
        await page.getByText('Confirmed').first().waitFor();
      },
    },
    {
      name: 'live-run-failed',
      path: failed,
      async prepare(page) {
        await row(page, 'Full pull').first().click();
        await page
          .getByRole('complementary', { name: /^Full pull/ })
          .getByText('request')
          .waitFor();
      },
    },
  ];
}

function menuShots(path: string): readonly Shot[] {
  const item = (name: string, label: string): Shot => ({
    name,
    path,
    async prepare(page) {
      await button(page, 'More for there').click();
      await page.getByRole('menuitem', { name: label }).click();
      await page.getByRole('dialog').waitFor();
    },
  });
  return [
    {
      name: 'live-menu',
      path,
      async prepare(page) {
        await button(page, 'More for there').click();
        await page.getByRole('menuitem', { name: 'Rename…' }).waitFor();
      },
    },
    item('live-rename', 'Rename…'),
    item('live-replace-token', 'Replace token…'),
    item('live-budget', 'Requests a minute…'),
    item('live-disconnect', 'Disconnect…'),
  ];
}

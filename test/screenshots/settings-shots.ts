import type { Page } from '@playwright/test';
import type { Shot } from './shots.ts';

const TABS = ['data', 'snapshots', 'kits', 'clock', 'builds', 'trash', 'activity', 'about'];

/** Every part of the settings but the first, which is among the global ones. */
export const SETTINGS_SHOTS: readonly Shot[] = TABS.map((tab) => ({
  name: `settings-${tab}`,
  path: `/settings/${tab}`,
  prepare: (page) => page.getByRole('region', { name: 'Content' }).locator('*').first().waitFor(),
}));

const dialogOf = (page: Page) => page.getByRole('dialog').waitFor();

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Workspace: ' }).click();
  await page.getByRole('menuitem').first().waitFor();
}

function opening(name: string, path: string, button: string | RegExp): Shot {
  return {
    name,
    path,
    async prepare(page) {
      await page.getByRole('button', { name: button }).last().click();
      await dialogOf(page);
    },
  };
}

function fromMenu(name: string, item: string): Shot {
  return {
    name,
    path: '/projects',
    async prepare(page) {
      await openMenu(page);
      await page.getByRole('menuitem', { name: item }).click();
      await dialogOf(page);
    },
  };
}

/** Dialogs of what a trainer prepares; they need a snapshot. */
export const DIALOG_SHOTS: readonly Shot[] = [
  opening('snapshot-take', '/settings/snapshots', 'Take snapshot…'),
  opening('snapshot-restore', '/settings/snapshots', /^Restore /),
  opening('backup-restore', '/settings/data', /^Restore /),
  opening('snapshot-delete', '/settings/snapshots', /^Delete /),
  opening('kit-load', '/settings/kits', 'Load Every state'),
  opening('kit-save', '/settings/kits', 'Save as kit…'),
];

/** Menus and dialogs of a workspace that is not Home. */
export const COURSE_SHOTS: readonly Shot[] = [
  { name: 'workspaces-menu', path: '/projects', prepare: openMenu },
  fromMenu('workspace-new', 'New workspace…'),
  fromMenu('workspaces-manage', 'Manage workspaces…'),
  {
    name: 'readers',
    path: '/settings',
    async prepare(page) {
      const group = page.getByRole('region', { name: 'Private documentation' });
      await group.getByRole('button').last().scrollIntoViewIfNeeded();
    },
  },
];

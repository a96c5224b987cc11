import { violations } from '../axe.ts';
import { expect, test } from '../headless-app.ts';

/* What today's service has gained since 2020, in the forms, tables and menus of the window. */

const NOTIFIED = [
  { message: 'project:invalid:skip-builds' },
  { message: 'project:webhooks:deprecated', dismissable: true },
];
const seed = {
  users: [{ username: 'mira', notifications: [{ message: 'core:email:validation-pending' }] }],
  projects: [
    {
      slug: 'tidewater',
      name: 'Tidewater',
      users: ['mira'],
      repository: { url: 'https://git.example/tidewater.git', type: 'git' },
      notifications: NOTIFIED,
      versions: [
        { verbose_name: 'latest', identifier: 'main', type: 'branch', active: true, built: false },
        { verbose_name: '1.0', identifier: 'a'.repeat(40), type: 'tag', active: true, built: false },
      ],
      environment_variables: [
        { name: 'KNOWN', value: 'x' },
        { name: 'ELSEWHERE', value: null },
        { name: 'TWICE', value: 'x' },
        { name: 'TWICE', value: null, any_name: true },
      ],
    },
  ],
};

test.use({ startsAt: null, seed });

test('settings, versions, variables and notifications of today are shown and changed', async ({
  page,
  app,
}) => {
  await test.step('settings', async () => {
    await app.show(page, '/projects/tidewater/settings');
    await page.getByLabel('Configuration file').fill('docs/other.yaml');
    await page.getByRole('combobox', { name: 'Addresses' }).click();
    await page.getByRole('option', { name: 'Version: /latest/' }).click();
    await page.getByRole('combobox', { name: 'Pages of pull requests' }).click();
    await page.getByRole('option', { name: 'Private' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('The only allowed filename is')).toBeVisible();
    await page.getByLabel('Configuration file').fill('docs/.readthedocs.yaml');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Saved 3 settings of tidewater')).toBeVisible();
    const { values } = (await app.desk('project.details', { slug: 'tidewater' })) as {
      values: object;
    };
    expect(values).toMatchObject({
      readthedocs_yaml_path: 'docs/.readthedocs.yaml',
      versioning_scheme: 'multiple_versions_without_translations',
      external_builds_privacy_level: 'private',
    });
  });

  await test.step('a version is hidden, and shown again by undo', async () => {
    // The address that the API gives for it, as at the service.
    await app.show(page, '/dashboard/tidewater/version/1.0/edit/');
    await expect(page).toHaveURL(/\/projects\/tidewater\/versions$/);
    const row = page.getByRole('row', { name: /1\.0/ });
    await row.getByRole('button', { name: 'Actions for 1.0' }).click();
    await page.getByRole('menuitem', { name: 'Hide from lists and search' }).click();
    await expect(row.getByText('Hidden')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row.getByText('Hidden')).toHaveCount(0);
  });

  await test.step('a variable without a value says so, and one is given to pull requests', async () => {
    await app.show(page, '/projects/tidewater/environment');
    await expect(page.getByRole('row', { name: /ELSEWHERE/ }).getByText('No value')).toBeVisible();
    await expect(page.getByRole('row', { name: /TWICE/ }).filter({ hasText: 'Not used' })).toHaveText(
      /No value/,
    );
    await expect(page.getByText('Not used')).toHaveCount(1);
    const row = page.getByRole('row', { name: /KNOWN/ });
    await row.getByRole('button', { name: 'Actions for KNOWN' }).click();
    await page.getByRole('menuitem', { name: 'Give to pull requests' }).click();
    await expect(row.getByText('Public')).toBeVisible();
  });

  await test.step('notifications are counted, read and dismissed', async () => {
    await app.show(page, '/projects/tidewater');
    await page.getByRole('button', { name: 'Notifications, 3 unread' }).click();
    const bell = page.getByRole('dialog', { name: 'Notifications' });
    await expect(bell.getByRole('listitem')).toHaveCount(3);
    await bell.getByRole('button', { name: /^Mark as read: An e-mail address/ }).click();
    await expect(page.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible();
    await page.keyboard.press('Escape');
    const list = page.getByRole('list', { name: 'Notifications of this project' });
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await list.getByRole('button', { name: /^Dismiss: A webhook/ }).click();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    expect(await violations(page)).toEqual([]);
  });
});

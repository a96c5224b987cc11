import { expect, type Page } from '@playwright/test';
import { callDesk } from './desktop-app.ts';

/**
 * Imports a repository as a project called by its slug, through the desk of this window, and lets its builds run, with
 * what this machine has. Nothing was built before, since nobody had allowed it; the repository has been read.
 */
export async function importProject(page: Page, slug: string, url: string): Promise<void> {
  const body = {
    name: slug,
    repository: { url, type: 'git' },
    ...{ language: 'en', programming_language: 'words', homepage: '', tags: [] },
    ...{ default_version: 'latest', default_branch: '', documentation_type: 'sphinx', activate_tags: false },
  };
  await callDesk(page, 'import.create', { body, inspection: null });
  await callDesk(page, 'project.update', { slug, body: { build_tools: 'machine' } });
  await expect
    .poll(() => callDesk(page, 'versions.list', { slug }))
    .toMatchObject({ sync: { requested: null } });
  await callDesk(page, 'builds.trust', [{ slug, repositoryUrl: url }]);
}

/** Asks for a build of the latest version; gives its number. */
export async function triggerBuild(page: Page, project: string): Promise<number> {
  const made = await callDesk(page, 'builds.trigger', { project, version: 'latest' });
  return (made as { readonly answer: { readonly id: number } }).answer.id;
}

/** Waits until no build of the project runs or waits. */
export async function waitUntilIdle(page: Page, project: string): Promise<void> {
  const queue = () => callDesk(page, 'builds.queue', { project });
  await expect.poll(queue).toMatchObject({ running: [], waiting: [] });
}

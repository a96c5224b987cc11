import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { NOT_TRUSTED } from '../../../src-server/model/builds/build-trust.ts';
import { INTERRUPTED } from '../../../src-server/services/builds/build-runs.ts';
import type { Gates } from '../../support/program/build-gates.ts';
import { type E2eRepository, RESUMED_OUTPUT, WAITING_OUTPUT } from './e2e-repository.ts';
import { type E2eSession, PROJECT_PATH } from './e2e-session.ts';

/** The chapters of a maintainer's day that are about real builds. Each goes on where the one before it ended. */
export function defineBuildTests(
  e2e: E2eSession,
  fixture: () => { readonly repository: E2eRepository; readonly gates: Gates },
) {
  const { keys, page, button, told: toast, pathname, api, listed: listAll, openTab } = e2e;
  /** The screen of a build of the project. */
  async function expectBuild(id: number, text: RegExp): Promise<void> {
    await expect.poll(pathname).toBe(`/projects/almanac/builds/${id}`);
    await expect(page().getByText(text).first()).toBeVisible();
  }
  const log = () => page().getByRole('region', { name: 'Log' });

  /** Asks for another build of the same version on the screen of one; gives its number. */
  async function retry(): Promise<number> {
    const before = Number(pathname().split('/').at(-1));
    await keys.activate(button('Retry'));
    await expect.poll(pathname).not.toBe(`/projects/almanac/builds/${before}`);
    return Number(pathname().split('/').at(-1));
  }

  return {
    /** From a refused build that a script asked for to the opened page, each state seen. */
    async allowAndFollow(): Promise<void> {
      const { repository, gates } = fixture();
      await api(`${PROJECT_PATH}versions/latest/builds/`, { method: 'POST' });
      await e2e.waitUntilIdle();
      const builds = await listAll<{ id: number; version: string; error: string }>(`${PROJECT_PATH}builds/`);
      for (const { error } of builds) expect(error).toContain(NOT_TRUSTED);
      expect((await e2e.docs('/en/latest/')).status).toBe(404);
      await openTab('Settings');
      await keys.select(
        page().getByRole('combobox', { name: 'Build with' }),
        '',
        'Installed tools (works offline)',
      );
      await keys.press('Control+S');
      await expect(toast('Saved 1 setting of almanac')).toBeVisible();

      await openTab('Builds');
      const refused = builds.find(({ version }) => version === 'latest')?.id ?? 0;
      await keys.focusRow(
        page()
          .getByRole('grid', { name: 'Builds' })
          .getByRole('row', { name: `Build ${refused}` }),
      );
      await keys.press('Enter');
      const question = page().getByRole('region', { name: 'Permission to run code' });
      await expect(question).toContainText(repository.folder);
      await keys.activate(question.getByRole('button', { name: 'Allow and build' }));
      await expect.poll(pathname).not.toBe(`/projects/almanac/builds/${refused}`);
      await e2e.waitUntilIdle();
      await expect(
        page()
          .getByText(/^Passed \d/)
          .first(),
      ).toBeVisible();
      gates.hold('building');
      const first = await retry();
      await expectBuild(first, /^Building \d/);
      await expect(log().getByText(WAITING_OUTPUT, { exact: true })).toBeVisible();

      // As a script would ask for it. Builds of one version come one after the other.
      const response = await api(`${PROJECT_PATH}versions/latest/builds/`, { method: 'POST' });
      const { id } = (response.json as { build: { id: number } }).build;
      await keys.press('Control+2');
      await keys.activate(
        page()
          .getByRole('region', { name: 'Queue' })
          .getByRole('link', { name: String(id), exact: true }),
      );
      await expectBuild(id, /^Queued/);
      gates.hold('cloning');
      gates.open('building');
      await expectBuild(id, /^Cloning \d/);
      gates.hold('installing');
      gates.open('cloning');
      await expectBuild(id, /^Installing \d/);
      gates.hold('building');
      gates.open('installing');
      await expectBuild(id, /^Building \d/);
      await expect(log().getByText(WAITING_OUTPUT, { exact: true })).toBeVisible();
      await expect(log().getByText(RESUMED_OUTPUT, { exact: true })).toHaveCount(0);
      gates.open('building');
      await expectBuild(id, /^Passed \d/);
      expect((await api(`${PROJECT_PATH}builds/${id}/`)).json).toMatchObject({
        success: true,
        version: 'latest',
      });

      await keys.activate(page().getByRole('link', { name: 'Open docs' }));
      const docs = await e2e.docsWindow('/en/latest/');
      await expect(docs.getByText('The tides of the harbour.')).toBeVisible();
      await docs.close();
      expect(await e2e.docs('/en/latest/')).toMatchObject({
        status: 200,
        text: expect.stringContaining('The tides of'),
      });
      expect((await e2e.docs('/_/downloads/en/latest/htmlzip/')).status).toBe(200);
      const found = async () => (await api('/api/v3/search/?q=project:almanac+harbour')).json;
      await expect.poll(found).toMatchObject({ results: [{ title: 'Almanac', path: '/en/latest/' }] });
    },

    /** On the screen of a good build: a broken commit, and one that mends it. */
    async breakAndFix(): Promise<void> {
      const { repository } = fixture();
      const conf = readFileSync(join(repository.folder, 'docs/conf.py'), 'utf8');
      repository.commit('Break it', {
        'docs/conf.py': 'raise ValueError("ebb")\n',
        'docs/changes.rst': 'Lost\n====\n',
      });
      await expectBuild(await retry(), /^Failed \d/);
      await expect(page().getByRole('region', { name: 'Why it failed' })).toContainText('sphinx-build');
      await expect(log().getByText('ValueError: ebb').first()).toBeVisible();
      const changes = () => e2e.docs('/en/latest/changes.html');
      expect(await changes()).toMatchObject({ status: 200, text: expect.stringContaining('v2.1') });
      repository.commit('Mend it', {
        'docs/conf.py': conf,
        'docs/changes.rst': 'Changes\n=======\n\nNeap tide\n',
      });
      await expectBuild(await retry(), /^Passed \d/);
      expect(await changes()).toMatchObject({ status: 200, text: expect.stringContaining('Neap tide') });
    },

    /** On the screen of a build: the application is killed while the next one runs. */
    async killWhileBuilding(): Promise<void> {
      const { gates } = fixture();
      gates.hold('building');
      const id = await retry();
      await expectBuild(id, /^Building \d/);
      await expect.poll(() => gates.isReached('building')).toBe(true);
      await e2e.app().kill();
      await e2e.app().relaunch();
      await expectBuild(id, /^Failed \d/);
      await expect(page().getByRole('region', { name: 'Why it failed' })).toHaveText(INTERRUPTED);
      expect(await e2e.docs('/en/latest/changes.html')).toMatchObject({
        status: 200,
        text: expect.stringContaining('Neap tide'),
      });
      gates.open('building');
      await expectBuild(await retry(), /^Passed \d/);
    },
  };
}

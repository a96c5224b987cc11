import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { measurePages } from '../../../src-server/builder/publish/measure-pages.ts';
import { publishedPages } from '../../../src-server/builder/publish/published-pages.ts';
import { openDeskFixture, seedProject, seedVersion } from '../../services/undo/desk-fixture.ts';

test('served pages are measured once, and those that are missing are left alone', async () => {
  const docs = mkdtempSync(join(tmpdir(), 'lectern-measure-'));
  onTestFinished(() => rmSync(docs, { recursive: true }));
  const { services, store, operator, addBuild } = await openDeskFixture({
    users: [{ username: 'alice' }],
    projects: [seedProject('a', { versions: [seedVersion('latest'), seedVersion('gone')] })],
  });
  const projectId = store.projects.idOf('a') ?? 0;
  const pages = publishedPages(docs);
  const serve = (slug: string): string => {
    const version = store.versions.bySlug(projectId, slug);
    if (!version) throw new Error(`no ${slug}`);
    const { id } = addBuild('a', slug);
    store.change(() => store.versions.update({ ...version, pagesBuild: id }));
    return pages.folderOf(version.id, id);
  };
  serve('gone');
  const folder = serve('latest');
  mkdirSync(join(folder, 'html/api'), { recursive: true });
  writeFileSync(join(folder, 'html/index.html'), 'a'.repeat(700));
  writeFileSync(join(folder, 'html/api/curve.html'), 'b'.repeat(34));

  const { signal } = new AbortController();
  await measurePages(services, pages, signal);
  const sizes = () => services.projectCharts.get(operator, 'a').sizes;
  expect(sizes()).toEqual([{ version: 'latest', bytes: 734 }]);
  writeFileSync(join(folder, 'html/index.html'), '');
  await measurePages(services, pages, signal);
  expect(sizes()).toEqual([{ version: 'latest', bytes: 734 }]);
});

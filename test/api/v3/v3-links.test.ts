import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiServer, member, startApi } from '../../support/api/api-server.ts';
import { readJson } from './v3-fixture.ts';
import { FLEX_SEED } from './v3-flex-fixture.ts';

type Item = { readonly [key: string]: unknown; readonly _links: Readonly<Record<string, string>> };

let api: ApiServer;
beforeAll(async () => {
  api = await startApi({ seed: FLEX_SEED });
});
afterAll(() => api.close());

async function itemsOf(path: string): Promise<readonly Item[]> {
  return member(await readJson(api, `${path}?limit=1000`), 'results') as Item[];
}

describe('v3 links', () => {
  test('lead from the root to every object, which is the same wherever it is linked', async () => {
    const projects = await itemsOf('/api/v3/projects/');
    expect(projects.length).toBe(8);
    const kinds = new Map<string, number>();
    const visit = async (kind: string, item: Item, expand = ''): Promise<void> => {
      const { _self } = item._links;
      expect(_self).toMatch(/^\/api\/v3\/projects\/.*\/$/);
      // A relationship has no links to itself inside the child, and the child no parent; else the detail is the item.
      expect(await readJson(api, `${_self}${expand}`)).toEqual(item);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    };
    for (const project of projects) {
      await visit('project', project);
      const { superproject = '', ...links } = project._links;
      const above = await api.request('GET', superproject, { user: 'alice' });
      expect([superproject, above.status, above.text === '']).toEqual(
        project.subproject_of === null ? [superproject, 404, true] : [superproject, 200, false],
      );
      if (above.status === 200) expect(above.json).toEqual(project.subproject_of);
      for (const version of await itemsOf(links.versions ?? '')) {
        await visit('version', version);
        expect(version._links.project).toBe(links._self);
        for (const build of await itemsOf(version._links.builds ?? '')) {
          await visit('build of version', build);
          expect(build._links).toMatchObject({ project: links._self, version: version._links._self });
          expect(await readJson(api, `${version._links.builds}${build.id}/`)).toEqual(build);
        }
      }
      for (const build of await itemsOf(links.builds ?? '')) await visit('build', build);
      for (const other of await itemsOf(links.translations ?? '')) {
        await visit('translation', other);
        expect(other.translation_of).toEqual(project);
      }
      for (const relation of await itemsOf(links.subprojects ?? '')) {
        await visit('subproject', relation);
        expect(relation._links.parent).toBe(links._self);
        const { subproject_of, ...child } = (await readJson(
          api,
          String(member(relation, 'child', '_links', '_self')),
        )) as Item;
        expect(subproject_of).toEqual(project);
        expect(relation.child).toEqual(child);
      }
      for (const redirect of await itemsOf(links.redirects ?? '')) await visit('redirect', redirect);
      for (const variable of await itemsOf(links.environmentvariables ?? ''))
        await visit('variable', variable);
    }
    expect(Object.fromEntries(kinds)).toEqual({
      project: 8,
      version: 18,
      build: 6,
      'build of version': 6,
      translation: 2,
      subproject: 3,
      redirect: 1,
      variable: 1,
    });
  });

  test('expanded members equal the answers of their own URLs', async () => {
    const project = await readJson(api, '/api/v3/projects/pip/?expand=active_versions.last_build.config');
    const active = member(project, 'active_versions') as Readonly<Record<string, Item>>;
    expect(Object.keys(active).length).toBe(5);
    for (const [slug, version] of Object.entries(active)) {
      expect(version.slug).toBe(slug);
      expect(await readJson(api, `${version._links._self}?expand=last_build.config`)).toEqual(version);
      const last = version.last_build as Item | null;
      if (last) expect(await readJson(api, `${last._links._self}?expand=config`)).toEqual(last);
    }
    const [listed] = member(
      await readJson(api, '/api/v3/projects/?expand=~all&programming_language=py'),
      'results',
    ) as readonly Item[];
    expect(listed).toEqual(project);
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openCore } from '../../../src-server/core.ts';
import { parseSeed } from '../../../src-server/model/seeds/seed.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';

const RUNNER = systemActor('runner');
const version = (name: string, type: 'branch' | 'tag', identifier: string) => ({
  verbose_name: name,
  identifier,
  type,
  active: true,
  built: false,
});
const project = (slug: string, name: string, more: object = {}) => ({
  ...{ slug, name, users: ['mira'] },
  repository: { url: `https://git.example.org/harbour/${slug}.git`, type: 'git' },
  ...more,
});
const SEED = {
  users: [{ username: 'mira' }],
  projects: [
    project('tidewater', 'Tidewater', {
      versions: [version('latest', 'branch', 'origin/main'), version('2.4', 'tag', 'f'.repeat(40))],
      subprojects: [{ child: 'tidewater-client', alias: 'client' }],
    }),
    project('tidewater-client', 'Tidewater client', {
      versions: [version('latest', 'branch', 'origin/main')],
      redirects: [{ type: 'page', from_url: '/old.html', to_url: '/index.html' }],
    }),
  ],
};
const PAGES = ['index.html', 'a.html', 'guides/install.html'];

/** Fills a data folder with what builds of Tidewater and of its subproject left. */
export async function populate(data: string): Promise<void> {
  const core = await openCore({ data: data, keychain: 'off' });
  const { services, folder } = core;
  if (!folder) throw new Error('there is no data folder');
  await services.seeds.load(systemActor('command'), parseSeed(SEED));
  for (const [slug, name] of [
    ['tidewater', 'latest'],
    ['tidewater', '2.4'],
    ['tidewater-client', 'latest'],
  ] as const) {
    const { build } = services.builds.trigger(systemActor('command'), slug, name);
    const order = services.buildRuns.dequeue(RUNNER);
    if (order?.id !== build.id) throw new Error('another build waits');
    for (const path of PAGES) {
      const file = join(folder.docs, String(order.versionId), String(build.id), 'html', path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `<!doctype html><title>${slug}</title><h1>${path} of ${name}</h1>`);
    }
    services.buildRuns.finish(RUNNER, build.id, { success: true, downloads: [], pages: true });
  }
  await core.close();
}

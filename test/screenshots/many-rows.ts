import { openCore } from '../../src-server/core.ts';
import { systemActor } from '../../src-server/services/kernel/actor.ts';

/** Gives one project so many versions, redirects and environment variables, and the machine so many people. */
export async function addManyRows(data: string, slug: string, count: number): Promise<void> {
  const core = await openCore({ data, keychain: 'off' });
  try {
    const { store, services } = core;
    const system = systemActor('command');
    const project = store.projects.bySlug(slug)?.project;
    if (!project) throw new Error(`there is no ${slug}`);
    store.change(() => {
      for (let index = 0; index < count; index++) {
        const name = `v${Math.floor(index / 100)}.${index % 100}.0`;
        store.versions.insert({
          projectId: project.id,
          slug: name,
          verboseName: name,
          identifier: `${'0123456789abcdef'.repeat(2)}${String(index).padStart(8, '0')}`,
          type: 'tag',
          active: index % 7 === 0,
          built: index % 7 === 0,
          uploaded: false,
          machine: false,
          privacyLevel: 'public',
          hidden: false,
          downloads: [],
          pagesBuild: null,
        });
        services.users.ensure(system, `person-${index}`);
        services.redirects.create(system, slug, {
          type: 'page',
          from_url: `/old-${index}.html`,
          to_url: `/new-${index}.html`,
        });
      }
    });
    for (let index = 0; index < 200; index++) {
      await services.environmentVariables.create(system, slug, { name: `VARIABLE_${index}`, value: 'value' });
    }
  } finally {
    await core.close();
  }
}

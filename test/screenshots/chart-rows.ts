import { openCore } from '../../src-server/core.ts';
import { systemActor } from '../../src-server/services/kernel/actor.ts';

const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const VERSIONS = ['latest', 'stable', '2.4', '2.3', '2.2', '1.9', 'release-candidate-of-the-autumn'];
const NAMES = ['Tidewater', 'Almanac', 'Brasscompass', 'Cartouche', 'Driftline ORM', 'Emberlog', 'Fathom'];
/** Steps of a build with the share of its time that each took. */
const COMMANDS = [
  ['git clone --depth 1 https://git.example.org/harbour/tidewater.git .', 0, 0.08],
  ['python -m pip install -r docs/requirements.txt', 0.1, 0.55],
  ['python -m sphinx -T -b html . _build/html', 0.56, 1],
] as const;

/** Fills a data folder with some projects whose builds ran over weeks, and in the last hours, in two slots. */
export async function fillCharts(data: string, username: string): Promise<void> {
  const core = await openCore({ data, keychain: 'off' });
  try {
    const { store, services } = core;
    const user = services.users.ensure(systemActor('command'), username);
    const now = Date.now() * 1000;
    const claim = core.database.prepare('UPDATE builds SET claimed = ? WHERE id = ?');
    const random = randomNumbers();

    const addBuild = (projectId: number, versionId: number, created: number, waited: number) => {
      const duration = Math.round(30 + 50 * random() + (random() < 0.1 ? 120 : 0));
      const success = random() > 0.14;
      const state = { state: 'finished', success, error: '', commit: 'c07d5a9b1e2f4c6d8a0b' } as const;
      const { id } = store.builds.insert({ ...state, projectId, versionId, created, duration, config: {} });
      claim.run(created + waited, id);
      for (const [command, from, to] of success ? COMMANDS : COMMANDS.slice(0, 2)) {
        const times = {
          startTime: created + waited + Math.round(from * duration) * SECOND,
          endTime: created + waited + Math.round(to * duration) * SECOND,
        };
        store.buildCommands.insert({
          ...{ buildId: id, description: '', command, output: 'Done\n', exitCode: success ? 0 : 1 },
          ...times,
        });
      }
      return { id, duration, success };
    };

    store.change(() => {
      const projects = NAMES.map((name) => {
        const slug = name.toLowerCase().replaceAll(' ', '-');
        const actor = { kind: 'user', user, door: 'desk' } as const;
        services.projects.create(actor, {
          name,
          repository: { url: `https://git.example.org/harbour/${slug}.git`, type: 'git' },
          language: 'en',
          programming_language: 'py',
        });
        return store.projects.bySlug(slug)?.project.id ?? 0;
      });
      const versionsOf = new Map(
        projects.map((projectId, at) => [
          projectId,
          (at === 0 ? VERSIONS : VERSIONS.slice(0, 2)).map((name) => {
            const known = store.versions.bySlug(projectId, name);
            if (known) return known;
            const rest = { type: 'tag', active: true, built: true, uploaded: false, machine: false } as const;
            return store.versions.insert({
              ...{ projectId, slug: name, verboseName: name, identifier: 'f'.repeat(40), ...rest },
              ...{ privacyLevel: 'public', hidden: false, downloads: [], pagesBuild: null },
            });
          }),
        ]),
      );
      for (const projectId of projects) {
        const versions = versionsOf.get(projectId) ?? [];
        for (let day = 80; day > 0; day--) {
          if (random() < 0.25 || (day > 50 && day < 58)) continue;
          const version = versions[Math.floor(random() ** 2 * versions.length)];
          if (version)
            addBuild(projectId, version.id, now - day * DAY - Math.round(random() * 8 * HOUR), SECOND);
        }
      }
      const free = [now - 6 * HOUR, now - 6 * HOUR + 20 * SECOND];
      while (Math.min(...free) < now - 6 * MINUTE) {
        const slot = (free[0] ?? 0) <= (free[1] ?? 0) ? 0 : 1;
        const projectId = projects[Math.floor(random() * projects.length)] ?? 0;
        const [version] = versionsOf.get(projectId) ?? [];
        const started = (free[slot] ?? 0) + Math.round(random() ** 3 * 30 * MINUTE);
        if (!version || started > now - 4 * MINUTE) break;
        const { duration } = addBuild(projectId, version.id, started - 5 * SECOND, 5 * SECOND);
        free[slot] = started + duration * SECOND;
      }
      const [tidewater = 0] = projects;
      (versionsOf.get(tidewater) ?? []).forEach((version, at) => {
        const [newest] = store.builds.ofVersion(version.id, {}, { limit: 1, offset: 0 }).items;
        if (!newest) return;
        store.versions.update({ ...version, built: true, pagesBuild: newest.id });
        store.pageSizes.set(newest.id, Math.round(4_300_000 / (at + 1) + 180_000 * random()));
      });
    });
  } finally {
    await core.close();
  }
}

/** Returns numbers from 0 to 1 that look random and are the same each time. */
function randomNumbers(): () => number {
  let state = 7;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

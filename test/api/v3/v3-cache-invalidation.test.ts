import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseSeed } from '../../../src-server/model/seeds/seed.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { type Answer, type ApiServer, member, startApi } from '../../support/api/api-server.ts';
import { V3_SEED } from './v3-fixture.ts';

const P = '/api/v3/projects/';
const PIP = `${P}pip/`;
const ACTIVE = `${PIP}?expand=active_versions.last_build&fields=active_versions.last_build`;
const runner = systemActor('runner');

/** Every kind of read that a change may make stale; each is read until it would come out of a memory. */
const READS = [
  P,
  `${P}?language=en`,
  `${P}?limit=2&offset=2`,
  PIP,
  ACTIVE,
  `${PIP}versions/`,
  `${PIP}versions/?active=true&built=true`,
  `${PIP}versions/?active=false`,
  `${PIP}versions/dev-3.0/?expand=last_build`,
  `${PIP}versions/dev-3.0/builds/`,
  `${PIP}versions/stable/`,
  `${PIP}builds/`,
  `${PIP}builds/?running=true`,
  `${PIP}builds/?running=false`,
  `${PIP}builds/?commit=new`,
  `${PIP}translations/`,
  `${PIP}subprojects/`,
  `${P}pip-plugin/`,
  `${P}pip-plugin/superproject/`,
  `${P}pip-es/versions/latest/`,
  `${P}under_score/`,
  `${PIP}redirects/`,
  `${PIP}environmentvariables/`,
] as const;

type Change = {
  readonly what: string;
  readonly run: (api: ApiServer) => Promise<unknown> | unknown;
  /** Which of the reads must come out different; all others must be as they were. */
  readonly touches: readonly (typeof READS)[number][];
};

const send =
  (method: string, path: string, body?: unknown, user = 'alice') =>
  async (api: ApiServer) => {
    const { status, text } = await api.request(method, path, { user, body });
    if (status >= 300) throw new Error(`${method} ${path} was answered ${status}: ${text}`);
  };

const inPip = [PIP, P, `${P}?language=en`, `${P}?limit=2&offset=2`] as const;
const aboutPip = [
  ...inPip,
  `${P}pip-plugin/`,
  `${P}pip-plugin/superproject/`,
  `${PIP}translations/`,
] as const;

const CHANGES: readonly Change[] = [
  {
    what: 'another maintainer renames the project',
    run: send('PATCH', PIP, { name: 'New name' }, 'bob'),
    touches: aboutPip,
  },
  {
    what: 'its language changes',
    run: send('PATCH', PIP, { language: 'de' }),
    touches: [
      ...aboutPip,
      `${PIP}versions/`,
      `${PIP}versions/?active=true&built=true`,
      `${PIP}versions/?active=false`,
      `${PIP}versions/dev-3.0/?expand=last_build`,
      `${PIP}versions/stable/`,
    ],
  },
  {
    what: 'a version is switched on, which triggers a build',
    run: send('PATCH', `${PIP}version/dev-3.0/`, { active: true }),
    touches: [
      `${PIP}versions/`,
      `${PIP}versions/?active=false`,
      `${PIP}versions/dev-3.0/?expand=last_build`,
      `${PIP}versions/dev-3.0/builds/`,
      `${PIP}builds/`,
      `${PIP}builds/?running=true`,
    ],
  },
  {
    what: 'the runner takes it',
    run: (api) => api.lectern.services.buildRuns.dequeue(runner),
    touches: [
      `${PIP}versions/dev-3.0/?expand=last_build`,
      `${PIP}versions/dev-3.0/builds/`,
      `${PIP}builds/`,
      `${PIP}builds/?running=true`,
    ],
  },
  {
    what: 'the runner ends it well',
    run: async (api) => {
      const { json } = await api.request('GET', `${PIP}versions/dev-3.0/builds/`, { user: 'alice' });
      const id = Number(member(json, 'results', 0, 'id'));
      api.lectern.services.buildRuns.finish(runner, id, { success: true, commit: 'new', downloads: ['pdf'] });
    },
    touches: [
      ACTIVE,
      `${PIP}versions/`,
      `${PIP}versions/?active=true&built=true`,
      `${PIP}versions/dev-3.0/?expand=last_build`,
      `${PIP}versions/dev-3.0/builds/`,
      `${PIP}builds/`,
      `${PIP}builds/?running=true`,
      `${PIP}builds/?running=false`,
      `${PIP}builds/?commit=new`,
    ],
  },
  {
    what: 'a build is triggered by another maintainer',
    run: send('POST', `${PIP}versions/stable/builds/`, undefined, 'bob'),
    touches: [ACTIVE, `${PIP}builds/`, `${PIP}builds/?running=true`],
  },
  {
    what: 'the default version is switched off',
    run: send('PUT', `${PIP}versions/stable/`, { active: false }),
    touches: [
      ...aboutPip,
      ACTIVE,
      `${PIP}versions/`,
      `${PIP}versions/?active=true&built=true`,
      `${PIP}versions/?active=false`,
      `${PIP}versions/stable/`,
    ],
  },
  {
    what: 'the repository has a new release',
    run: (api) =>
      api.lectern.services.versionSync.apply(runner, 'pip', {
        branches: [],
        tags: [
          { name: '2.0', identifier: 'c'.repeat(40) },
          { name: '3.0', identifier: 'd'.repeat(40) },
        ],
      }),
    touches: [
      `${PIP}versions/`,
      `${PIP}versions/?active=false`,
      `${PIP}versions/stable/`,
      `${PIP}builds/`,
      `${PIP}builds/?running=true`,
    ],
  },
  {
    what: 'a subproject is added',
    run: send('POST', `${PIP}subprojects/`, { child: 'under_score' }),
    touches: [P, `${PIP}subprojects/`, `${P}under_score/`],
  },
  {
    what: 'a subproject is taken away',
    run: send('DELETE', `${PIP}subprojects/plug/`),
    touches: [
      ...([
        P,
        `${P}?language=en`,
        `${PIP}subprojects/`,
        `${P}pip-plugin/`,
        `${P}pip-plugin/superproject/`,
      ] as const),
    ],
  },
  {
    what: 'a redirect is made',
    run: send('POST', `${PIP}redirects/`, { type: 'sphinx_html' }),
    touches: [`${PIP}redirects/`],
  },
  {
    what: 'a variable is made',
    run: send('POST', `${PIP}environmentvariables/`, { name: 'NEW', value: 'x' }),
    touches: [`${PIP}environmentvariables/`],
  },
  {
    what: 'a project is imported',
    run: send('POST', P, { name: 'AAA', repository: { url: 'https://e.org/a', type: 'git' } }),
    touches: [P, `${P}?language=en`, `${P}?limit=2&offset=2`],
  },
  {
    what: 'somebody else imports a project',
    run: send('POST', P, { name: 'BBB', repository: { url: 'https://e.org/b', type: 'git' } }, 'stranger'),
    touches: [],
  },
  {
    what: 'a seed brings a translation',
    run: (api) =>
      api.lectern.services.seeds.load(
        systemActor('command'),
        parseSeed({
          projects: [
            {
              name: 'Seeded',
              users: ['alice'],
              language: 'fr',
              translation_of: 'pip',
              repository: { url: 'https://e.org/s', type: 'git' },
            },
          ],
        }),
      ),
    touches: [P, `${P}?limit=2&offset=2`, `${PIP}translations/`],
  },
];

async function readAll(api: ApiServer): Promise<Map<string, Answer>> {
  const found = new Map<string, Answer>();
  for (const path of READS) found.set(path, await api.request('GET', path, { user: 'alice' }));
  return found;
}

describe('no answer is stale after', () => {
  let api: ApiServer;
  beforeAll(async () => {
    api = await startApi({ seed: V3_SEED });
  });
  afterAll(() => api.close());

  test.each(CHANGES.map((change) => [change.what, change] as const))(
    '%s',
    async (_what, { run, touches }) => {
      for (let times = 0; times < 3; times += 1) await readAll(api);
      const before = await readAll(api);
      await run(api);
      const after = await readAll(api);
      const differing = READS.filter((path) => after.get(path)?.text !== before.get(path)?.text);
      // Compared as sets of names, so that a failure names the stale or the wrongly changed ones.
      expect([...differing].sort()).toEqual([...touches].sort());
      // A validator from before must not vouch for what has changed.
      for (const path of touches) {
        const etag = before.get(path)?.headers.etag ?? '';
        if (etag === '') continue;
        const again = await api.request('GET', path, { user: 'alice', headers: { 'if-none-match': etag } });
        expect([path, again.status]).toEqual([path, after.get(path)?.status]);
      }
    },
  );
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { type ApiServer, startApi } from '../../support/api/api-server.ts';

const OPERATOR = systemActor('command');
const PROJECT = '/api/v3/projects/kiln/';
const SCHEME = {
  both: 'multiple_versions_with_translations',
  version: 'multiple_versions_without_translations',
  none: 'single_version_without_translations',
} as const;
const SEED = {
  users: [{ username: 'alice' }],
  projects: [
    {
      slug: 'kiln',
      name: 'Kiln',
      users: ['alice'],
      repository: { url: 'https://git.example/kiln.git', type: 'git' },
      versioning_scheme: SCHEME.version,
      readthedocs_yaml_path: 'docs/.readthedocs.yaml',
      external_builds_privacy_level: 'private',
      analytics_disabled: true,
      notifications: [{ message: 'project:invalid:skip-builds', state: 'read' }, { message: 'unknown:id' }],
      versions: [
        {
          verbose_name: 'latest',
          identifier: 'main',
          type: 'branch',
          active: true,
          built: true,
          hidden: true,
        },
        {
          id: 17,
          verbose_name: '17',
          identifier: 'f'.repeat(40),
          type: 'external',
          active: true,
          built: true,
        },
      ],
    },
    {
      slug: 'plain',
      name: 'Plain',
      users: ['alice'],
      repository: { url: 'https://git.example/plain.git', type: 'git' },
      single_version: true,
    },
  ],
} as const;

let api: ApiServer;
beforeAll(async () => {
  api = await startApi({ seed: SEED });
});
afterAll(() => api.close());
const services = () => api.lectern.services;
const project = (slug = 'kiln') => services().projects.get(OPERATOR, slug).project;
const settings = (body: object) => services().projects.update(OPERATOR, 'kiln', body);
const patch = (body: object) => api.request('PATCH', PROJECT, { user: 'alice', body });
const undo = () => {
  const last = api.lectern.database.prepare('SELECT max(batch) FROM journal').pluck().get();
  services().undo.apply(OPERATOR, Number(last));
};

async function refusal(body: object): Promise<unknown> {
  const desk = await api.lectern.desk();
  const input = JSON.stringify({ slug: 'kiln', body, expected: {} });
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: input };
  const answer = await desk.fetch(new Request('http://localhost/desk/project.update', request));
  return JSON.parse(await answer.text());
}

describe('the fields of today', () => {
  test('a seed file sets them', () => {
    expect(project()).toMatchObject({
      versioningScheme: SCHEME.version,
      readthedocsYamlPath: 'docs/.readthedocs.yaml',
      externalBuildsPrivacyLevel: 'private',
      analyticsDisabled: true,
    });
    expect(project('plain')).toMatchObject({ versioningScheme: SCHEME.none, readthedocsYamlPath: null });
    expect(services().versions.get(OPERATOR, 'kiln', 'latest', false).version.hidden).toBe(true);
    const { items } = services().notifications.ofProject(OPERATOR, 'kiln', undefined, {
      limit: 9,
      offset: 0,
    });
    expect(items.map(({ message, state, text }) => [message, state, text?.type])).toEqual([
      ['unknown:id', 'unread', undefined],
      ['project:invalid:skip-builds', 'read', 'info'],
    ]);
  });

  test('the 2020 dialect sets single_version, which leaves a scheme with versions as it is', async () => {
    settings({ versioning_scheme: SCHEME.version });
    await patch({ single_version: false });
    expect(project().versioningScheme).toBe(SCHEME.version);
    await patch({ single_version: true });
    expect(project().versioningScheme).toBe(SCHEME.none);
    await patch({ single_version: false });
    expect(project().versioningScheme).toBe(SCHEME.both);
    await patch({ versioning_scheme: SCHEME.version });
    expect(project().versioningScheme).toBe(SCHEME.both);
  });

  test('undo brings each back', () => {
    const before = project();
    settings({
      versioning_scheme: SCHEME.none,
      readthedocs_yaml_path: '',
      analytics_disabled: false,
      external_builds_privacy_level: 'public',
    });
    expect(project()).toMatchObject({ readthedocsYamlPath: null, analyticsDisabled: false });
    expect(pullRequest()).toBe('public');
    undo();
    expect({ ...project(), modified: before.modified }).toEqual(before);
    expect(pullRequest()).toBe('private');
  });

  test('undo of an earlier release brings single_version back', () => {
    settings({ versioning_scheme: SCHEME.none });
    api.lectern.database
      .prepare(
        `UPDATE journal SET before = '{"singleVersion":false,"modified":1}', after = '{"singleVersion":true,"modified":2}'
         WHERE id = (SELECT max(id) FROM journal)`,
      )
      .run();
    undo();
    expect(project().versioningScheme).toBe(SCHEME.both);
  });

  test.each([
    ['/docs/.readthedocs.yaml', 'Use a relative path.'],
    ['docs/', "The path cannot end with '/'"],
    ['../.readthedocs.yaml', "Found invalid sequence in path: '..'"],
    ['a|b/.readthedocs.yaml', 'Found invalid character.'],
    ['docs/config.yaml', 'The only allowed filename is <code>.readthedocs.yaml</code>.'],
  ])('the path %s of a configuration file is refused', async (path, text) => {
    expect(JSON.stringify(await refusal({ readthedocs_yaml_path: path }))).toContain(text);
  });
});

function pullRequest(): unknown {
  return api.lectern.database.prepare('SELECT privacy_level FROM versions WHERE id = 17').pluck().get();
}

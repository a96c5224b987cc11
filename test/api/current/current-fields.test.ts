import { expect } from 'vitest';
import { BUILD_STATES, type BuildState } from '../../../src-server/model/builds/build.ts';
import { member } from '../../support/api/api-server.ts';
import { type Scenario, scenarios } from '../../support/api/scenarios.ts';
import { NO_PERMISSION, noMatch, P, urlOf } from './current-fixture.ts';

const KETTLE = `${P}kettle/`;
const TAG = 'c'.repeat(40);
const branch = { type: 'branch', active: true, built: true };
const git = (name: string) => ({ url: `https://github.com/acme/${name}`, type: 'git' });
const warning = { message: 'project:webhooks:deprecated', dismissable: true };

const isFinal = (state: BuildState) => state === 'finished' || state === 'cancelled';
/** A build in every state, from id 100 on, with a duration once it is worked on; the finished one failed. */
const builds = BUILD_STATES.map((state, index) => ({
  ...{ id: 100 + index, created: `2024-03-0${index + 1}T08:15:30.12Z`, state },
  ...(isFinal(state) && { success: false }),
  ...(state !== 'triggered' && { duration: 48 }),
  ...(state === 'finished' && { error: 'It broke', commit: TAG, config: { version: '2', formats: ['pdf'] } }),
}));
const FINISHED = 100 + BUILD_STATES.indexOf('finished');

/** A project with a value in every field that may be empty. */
const SEED = {
  users: [{ username: 'alice', notifications: [{ message: 'core:email:validation-pending', news: true }] }],
  projects: [
    {
      ...{ id: 1, slug: 'kettle', name: 'Kettle', users: ['alice'], repository: git('kettle') },
      ...{ language: 'pt_BR', tags: ['water', 'steam'], notifications: [warning] },
      ...{ readthedocs_yaml_path: 'docs/.readthedocs.yaml', default_branch: 'main' },
      subprojects: [{ child: 'lid', alias: 'top' }],
      redirects: [{ pk: 5, type: 'clean_url_to_html', force: true, description: 'moved', http_status: 301 }],
      environment_variables: [{ pk: 9, name: 'SEARCH_KEY', value: 'x', public: true }],
      versions: [
        { id: 10, verbose_name: 'latest', identifier: 'origin/main', ...branch, builds },
        { id: 11, verbose_name: 'main', identifier: 'origin/main', ...branch, hidden: true },
        { id: 12, verbose_name: 'stable', identifier: TAG, ...branch, type: 'tag', downloads: ['pdf'] },
        { id: 13, verbose_name: '2.0', identifier: TAG, ...branch, type: 'tag' },
      ],
    },
    { id: 2, slug: 'lid', name: 'Lid', users: ['alice'], single_version: true, repository: git('lid') },
    {
      ...{ id: 3, slug: 'kettle-es', name: 'Kettle', users: ['alice'], language: 'es' },
      ...{ translation_of: 'kettle', repository: git('kettle-es') },
    },
  ],
};

function read(path: string, partial: object): Scenario {
  return { as: 'alice', method: 'GET', path, expect: { status: 200, partial } };
}

/** The state of a notification, set by each method that sets it. */
function notification(path: string): Scenario[] {
  return (['PUT', 'PATCH'] as const).map((method) => ({
    ...{ as: 'alice', method, path, body: { state: method === 'PUT' ? 'read' : 'unread' } },
    expect: { status: 204, text: '' },
    async after(api) {
      const { json } = await api.request('GET', path, { user: 'alice' });
      expect(json).toMatchObject({ state: method === 'PUT' ? 'read' : 'unread' });
    },
  }));
}

scenarios(
  'fields of today that may be empty, with a value',
  [
    read(`${KETTLE}?expand=active_versions`, {
      active_versions: [{ slug: 'stable' }, { slug: 'main' }, { slug: 'latest' }, { slug: '2.0' }],
      default_branch: 'main',
      language: { code: 'pt-br', name: 'Brazilian Portuguese' },
      readthedocs_yaml_path: 'docs/.readthedocs.yaml',
      tags: ['steam', 'water'],
      urls: { documentation: expect.stringMatching(/\/pt-br\/latest\/$/) },
    }),
    read(`${P}lid/`, {
      single_version: true,
      versioning_scheme: 'single_version_without_translations',
      subproject_of: { slug: 'kettle', _links: { _self: urlOf(KETTLE) } },
    }),
    read(`${P}kettle-es/`, {
      subproject_of: null,
      translation_of: { slug: 'kettle', _links: { _self: urlOf(KETTLE) } },
    }),
    read(`${KETTLE}translations/`, { count: 1, results: [{ slug: 'kettle-es' }] }),
    read(`${P}lid/superproject/`, { slug: 'kettle', subproject_of: null }),
    read(`${KETTLE}versions/stable/`, {
      aliases: [{ slug: '2.0', aliases: [], type: 'tag' }],
      downloads: {
        pdf: expect.stringMatching(/^http:\/\/kettle\.localhost:\d+\/_\/downloads\/pt-br\/stable\/pdf\/$/),
      },
      identifier: TAG,
      ref: '2.0',
      urls: { vcs: 'https://github.com/acme/kettle/tree/2.0/' },
    }),
    read(`${KETTLE}versions/latest/`, {
      aliases: [{ slug: 'main', hidden: true }],
      identifier: 'main',
      ref: null,
    }),
    ...BUILD_STATES.map((state, index) =>
      read(`${KETTLE}builds/${100 + index}/`, {
        duration: isFinal(state) ? 48 : null,
        error: '',
        finished: isFinal(state) ? `2024-03-0${index + 1}T08:16:18.120000Z` : null,
        state: { code: state, name: state.charAt(0).toUpperCase() + state.slice(1) },
        success: isFinal(state) ? false : null,
      }),
    ),
    read(`${KETTLE}builds/?running=true`, { count: BUILD_STATES.length - 2 }),
    read(`${KETTLE}builds/?commit=${TAG}&expand=config`, {
      results: [{ commit: TAG, config: { version: '2', formats: ['pdf'] } }],
    }),
    read(`${KETTLE}builds/${FINISHED}/notifications/`, {
      results: [{ message: { header: 'It broke', id: 'build:user:generic', type: 'error' } }],
    }),
    read(`${KETTLE}subprojects/top/`, {
      _links: { _self: urlOf(`${KETTLE}subprojects/top/`), parent: urlOf(KETTLE) },
      alias: 'top',
      child: { slug: 'lid', id: 2 },
    }),
    read(`${KETTLE}environmentvariables/9/`, { name: 'SEARCH_KEY', pk: 9, project: 'kettle', public: true }),
    read(`${KETTLE}redirects/5/`, {
      ...{ description: 'moved', enabled: true, force: true, http_status: 301, position: 0 },
      ...{ from_url: null, to_url: null, type: 'clean_url_to_html' },
    }),
    read('/api/v3/users/alice/notifications/1/', {
      ...{ attached_to_content_type: 'user', news: true, dismissable: false, state: 'unread' },
      message: { id: 'core:email:validation-pending', type: 'error' },
    }),
    read(`${KETTLE}notifications/2/`, {
      ...{ attached_to_content_type: 'project', attached_to_id: 1, dismissable: true },
      message: { id: warning.message, type: 'warning', icon_classes: 'fas fa-triangle-exclamation' },
    }),
  ],
  { dialect: 'current', seed: SEED },
);

/** The messages about builds and repositories of live-service.md 4, all errors but those with another type. */
const MESSAGES = `
build:user:generic build:user:cancelled build:user:exit-code-183=info build:user:time-out build:user:excessive-memory
build:user:concurrency-limit-reached build:user:output:no-html build:user:output:is-no-a-directory
build:user:output:has-0-files build:user:output:has-no-pdf-files build:user:output:has-multiple-files
build:user:output:html-no-index-file build:user:output:old-directory-used build:user:output:file-too-large
build:user:tex-file-not-found build:user:pdf-not-found build:user:config:no-config-file
build:user:config:build-image-deprecated build:user:config:build-os-required
build:user:build-commands-config-key-in-beta=info build:user:mkdocs:yaml-parse build:user:mkdocs:invalid-dir-config
build:user:mkdocs:invalid-dir-path build:user:mkdocs:invalid-extra-config build:user:mkdocs:empty-config
build:user:mkdocs:config-not-found build:user:mkdocs:invalid-yaml build:user:mkdocs:syntax-error
build:user:ssh-key-with-write-access build:vcs:deprecated build:app:generic-with-build-id build:app:upload-failed
build:app:docker:unknown-error build:app:project-builds-disabled build:app:terminated-due-inactivity
config:path:default-not-found config:base:invalid-version config:conda:required config:validation:invalid-bool
project:repository:generic-error project:repository:public-clone-error project:repository:private-clone-error
project:repository:checkout-failed project:repository:duplicated-reserved-versions project:repository:unsupported-vcs
project:repository:locked=warning project:sphinx:conf-py-not-found project:sphinx:multiple-conf-py-files-found
project:file:not-found`
  .trim()
  .split(/\s+/)
  .map((entry) => entry.split('='));

scenarios(
  'messages of today',
  [
    {
      ...read(`${KETTLE}builds/100/notifications/?limit=100`, { count: MESSAGES.length }),
      name: 'each has a text',
      before({ lectern: { store } }) {
        store.change(() => {
          for (const [message = ''] of MESSAGES)
            store.notifications.say({
              ...{ about: { kind: 'build', id: 100 }, message, details: {} },
              ...{ dismissable: false, news: false, modified: 1 },
            });
        });
      },
      after(_, { json }) {
        const results = member(json, 'results') as { message: { id: string; type: string } | null }[];
        expect(results.map(({ message }) => [message?.id, message?.type]).toSorted()).toEqual(
          MESSAGES.map(([id, type = 'error']) => [id, type]).toSorted(),
        );
      },
    },
  ],
  { dialect: 'current', seed: SEED },
);

scenarios(
  'writes of today that no other table has',
  [
    ...notification(`${KETTLE}builds/${FINISHED}/notifications/3/`),
    ...notification(`${KETTLE}notifications/2/`),
    ...notification('/api/v3/users/alice/notifications/1/'),
    ...notification('/api/v3/notifications/2/'),
    {
      as: 'stranger',
      method: 'PATCH',
      path: '/api/v3/users/alice/notifications/1/',
      body: {},
      expect: { status: 403, body: NO_PERMISSION },
    },
    {
      as: 'stranger',
      method: 'PATCH',
      path: '/api/v3/notifications/2/',
      body: {},
      expect: { status: 404, body: noMatch('Notification') },
    },
    {
      name: 'a whole project keeps what its body leaves out',
      as: 'alice',
      method: 'PUT',
      path: KETTLE,
      body: { name: 'Pot', repository: { url: 'https://github.com/acme/pot' } },
      expect: { status: 204, text: '' },
      async after(api) {
        expect((await api.request('GET', KETTLE)).json).toMatchObject({
          ...{ name: 'Pot', slug: 'kettle', language: { code: 'pt-br' }, tags: ['steam', 'water'] },
          repository: { type: 'git', url: 'https://github.com/acme/pot' },
        });
      },
    },
  ],
  { dialect: 'current', seed: SEED },
);

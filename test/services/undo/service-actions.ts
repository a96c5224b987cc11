import type { Action, Signal } from '../../../src-server/model/journal/actions.ts';
import { type Actor, systemActor } from '../../../src-server/services/kernel/actor.ts';
import type { Services } from '../../../src-server/services/open-services.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';
import { OPERATOR, openSeedStore } from '../../support/store/seed-store.ts';
import { NOON } from '../../support/store/store-folder.ts';
import { CURRENT_ACTIONS, redirectActions } from './current-actions.ts';
import { ASYNC_DESK_ACTIONS, DESK_ACTIONS } from './desk-actions.ts';
import { LOCAL_ACTIONS } from './local-actions.ts';
import { TRAINING_ACTIONS } from './training-actions.ts';

export const RUNNER = systemActor('runner');
export const SECRET = 'a value that nobody may read';
export const COMMAND = {
  description: '',
  command: `echo ${SECRET}`,
  output: SECRET,
  exitCode: 0,
  startTime: NOON,
  endTime: NOON,
};
export const PROJECT = { name: 'New', repository: { url: 'https://x.org/new', type: 'git' } } as const;

const WILDCARD = { type: 'page', fromUrl: '/x/*', toUrl: '/y/:splat', dialect: 'current' } as const;

/** The sample's projects, and alice who keeps one of them. */
export async function openServiceFixture() {
  const seeds = await openSeedStore();
  await seeds.load(SAMPLE_SEED);
  const alice: Actor = { kind: 'user', user: seeds.services.users.get('alice'), door: 'api' };
  const since = (id: number) => seeds.store.journal.newest(id, 1000).reverse();
  return { ...seeds, alice, since };
}
export type ServiceFixture = Awaited<ReturnType<typeof openServiceFixture>>;

/** A change, with what the journal records of it. */
export type ServiceAction = {
  readonly name: string;
  readonly actor?: (fixture: ServiceFixture) => Actor;
  /** Runs before; its changes are not counted. */
  readonly before?: (services: Services, fixture: ServiceFixture) => void;
  readonly run: (services: Services, actor: Actor, fixture: ServiceFixture) => unknown;
  readonly journalActions: readonly Action[];
  /** Steps of builds: signals to windows, which the journal does not store. */
  readonly signals?: readonly Signal[];
};

const asRunner = () => RUNNER;
const asOperator = () => OPERATOR;
const dequeueBuild = (services: Services) => {
  services.builds.trigger(RUNNER, 'pip', '10');
  services.buildRuns.dequeue(RUNNER);
};

/** Every function of the services that changes data. */
export const SERVICE_ACTIONS: readonly ServiceAction[] = [
  {
    name: 'projects.create',
    run: (services, actor) => services.projects.create(actor, PROJECT),
    journalActions: ['project.create', 'version.create', 'build.trigger'],
  },
  {
    name: 'projects.update',
    run: (services, actor) =>
      services.projects.update(actor, 'pip', { name: 'Other', homepage: 'https://x.org' }),
    journalActions: ['project.update'],
  },
  {
    name: 'projects.update of the default branch',
    before: (services) => services.versionSync.apply(RUNNER, 'plugin', { branches: [], tags: [] }),
    run: (services, actor) => services.projects.update(actor, 'plugin', { default_branch: 'dev' }),
    journalActions: ['project.update', 'version.update'],
  },
  {
    name: 'versions.update, on',
    before: (services) => services.versions.update(RUNNER, 'pip', '10', { active: false }),
    run: (services, actor) => services.versions.update(actor, 'pip', '10', { active: true }),
    journalActions: ['version.activate', 'build.trigger'],
  },
  {
    name: 'versions.update, off',
    run: (services, actor) => services.versions.update(actor, 'pip', '10', { active: false }),
    journalActions: ['version.deactivate'],
  },
  {
    name: 'versions.update, as it is',
    run: (services, actor) => services.versions.update(actor, 'pip', '10', { active: true }),
    journalActions: [],
  },
  {
    name: 'builds.trigger',
    run: (services, actor) => services.builds.trigger(actor, 'pip', '10'),
    journalActions: ['build.trigger'],
  },
  {
    name: 'buildRuns.dequeue',
    actor: asRunner,
    before: (services) => services.builds.trigger(RUNNER, 'pip', '10'),
    run: (services, actor) => services.buildRuns.dequeue(actor),
    journalActions: [],
    signals: ['build.progress'],
  },
  {
    name: 'buildRuns.progress',
    actor: asRunner,
    before: dequeueBuild,
    run: (services, actor) =>
      services.buildRuns.progress(actor, 8, { state: 'building', config: { version: '2' } }),
    journalActions: [],
    signals: ['build.progress'],
  },
  {
    name: 'buildRuns.addCommand',
    actor: asRunner,
    before: dequeueBuild,
    run: (services, actor) => services.buildRuns.addCommand(actor, 8, COMMAND),
    journalActions: [],
    signals: ['build.command'],
  },
  {
    name: 'buildRuns.beginCommand',
    actor: asRunner,
    before: dequeueBuild,
    run: (services, actor) => services.buildRuns.beginCommand(actor, 8, { command: SECRET }),
    journalActions: [],
    signals: ['build.command'],
  },
  {
    name: 'buildRuns.endCommand, with what it wrote at last',
    actor: asRunner,
    before(services) {
      dequeueBuild(services);
      services.buildRuns.beginCommand(RUNNER, 8, { command: SECRET });
    },
    run(services, actor) {
      services.buildRuns.appendOutput(actor, 8, 2, SECRET);
      services.buildRuns.endCommand(actor, 8, 2, { exitCode: 1 });
    },
    journalActions: [],
    signals: ['build.command'],
  },
  {
    name: 'buildRuns.finish',
    actor: asRunner,
    before: dequeueBuild,
    run: (services, actor) => services.buildRuns.finish(actor, 8, { success: true, downloads: ['epub'] }),
    journalActions: ['build.finish', 'version.update'],
  },
  {
    name: 'buildRuns.finish, failing',
    actor: asRunner,
    before: dequeueBuild,
    run: (services, actor) => services.buildRuns.finish(actor, 8, { success: false }),
    journalActions: ['build.finish'],
  },
  {
    name: 'buildRuns.failInterrupted',
    actor: () => systemActor('start'),
    before: dequeueBuild,
    run: (services, actor) => services.buildRuns.failInterrupted(actor),
    journalActions: ['build.finish'],
  },
  {
    name: 'versionSync.request',
    run: (services, actor) => services.versionSync.request(actor, 'pip'),
    journalActions: ['project.request-sync'],
  },
  {
    name: 'versionSync.request, again',
    before: (services) => services.versionSync.request(RUNNER, 'pip'),
    run: (services, actor) => services.versionSync.request(actor, 'pip'),
    journalActions: [],
  },
  {
    name: 'versionSync.requestIfReadable',
    run: (services, actor) => services.versionSync.requestIfReadable(actor, 'pip'),
    journalActions: ['project.request-sync'],
  },
  {
    name: 'versionSync.recordFailure',
    actor: asRunner,
    before: (services) => services.versionSync.request(RUNNER, 'pip'),
    run: (services, actor) => services.versionSync.recordFailure(actor, 'pip'),
    journalActions: ['project.give-up-sync'],
  },
  {
    name: 'versionSync.apply',
    actor: asRunner,
    before: (services) => services.versions.update(RUNNER, 'pip', '10', { active: false }),
    run: (services, actor) =>
      services.versionSync.apply(actor, 'pip', {
        branches: [{ name: 'dev', identifier: 'origin/dev' }],
        tags: [{ name: '11', identifier: 'b' }],
        defaultBranch: 'dev',
      }),
    journalActions: [
      'version.create',
      'version.create',
      'version.delete',
      'version.update',
      'version.create',
      'build.trigger',
      'project.sync',
    ],
  },
  {
    name: 'subprojects.create',
    before: (services) => services.subprojects.remove(RUNNER, 'pip', 'plug'),
    run: (services, actor) => services.subprojects.create(actor, 'pip', { child: 'plugin' }),
    journalActions: ['subproject.create'],
  },
  {
    name: 'subprojects.remove',
    run: (services, actor) => services.subprojects.remove(actor, 'pip', 'plug'),
    journalActions: ['subproject.delete'],
  },
  ...redirectActions('redirects'),
  {
    name: 'redirects.add',
    run: (services, actor) => services.redirects.add(actor, 'pip', WILDCARD),
    journalActions: ['redirect.create'],
  },
  {
    name: 'redirects.save',
    run: (services, actor) => services.redirects.save(actor, 'pip', 5, { ...WILDCARD, enabled: false }),
    journalActions: ['redirect.update'],
  },
  {
    name: 'environmentVariables.setPublic',
    run: (services, actor) => services.environmentVariables.setPublic(actor, 'pip', 3, true),
    journalActions: ['environment-variable.update'],
  },
  {
    name: 'notifications.setState',
    before: (services) => services.versionSync.recordFailure(RUNNER, 'pip', 'No answer.'),
    run(services, actor) {
      const { items } = services.notifications.ofProject(actor, 'pip', undefined, { limit: 1, offset: 0 });
      services.notifications.setState(actor, items[0]?.id ?? 0, 'read');
    },
    journalActions: ['notification.update'],
  },
  {
    name: 'versions.update, hidden, private and with fast rebuild',
    run: (services, actor) =>
      services.versions.update(actor, 'pip', '10', {
        hidden: true,
        privacy_level: 'private',
        fast_rebuild: true,
      }),
    journalActions: ['version.update'],
  },
  {
    name: 'environmentVariables.remove',
    run: (services, actor) => services.environmentVariables.remove(actor, 'pip', 3),
    journalActions: ['environment-variable.delete'],
  },
  {
    name: 'users.add',
    actor: asOperator,
    run: (services, actor) => services.users.add(actor, 'carl'),
    journalActions: ['user.create'],
  },
  {
    name: 'users.ensure, of somebody known',
    actor: asOperator,
    run: (services, actor) => services.users.ensure(actor, 'alice'),
    journalActions: [],
  },
  {
    name: 'users.setActive',
    actor: asOperator,
    run: (services, actor) => services.users.setActive(actor, 'alice', false),
    journalActions: ['user.deactivate'],
  },
  {
    name: 'users.setActive, as it is',
    actor: asOperator,
    run: (services, actor) => services.users.setActive(actor, 'alice', true),
    journalActions: [],
  },
  {
    name: 'tokens.create',
    run: (services, actor) => services.tokens.create(actor, services.users.get('alice'), 'laptop'),
    journalActions: ['token.create'],
  },
  {
    name: 'tokens.replace',
    before: (services) => services.tokens.create(OPERATOR, services.users.get('alice'), 'laptop'),
    run: (services, actor) => services.tokens.replace(actor, services.users.get('alice'), 'laptop'),
    journalActions: ['token.revoke', 'token.create'],
  },
  {
    name: 'tokens.revoke',
    before: (services) => services.tokens.create(OPERATOR, services.users.get('alice'), 'laptop'),
    run: (services, actor) => services.tokens.revoke(actor, 1),
    journalActions: ['token.revoke'],
  },
  ...DESK_ACTIONS,
  ...LOCAL_ACTIONS,
  ...TRAINING_ACTIONS,
  ...CURRENT_ACTIONS,
];

/** The same of those that wait for something. */
export const ASYNC_SERVICE_ACTIONS: readonly ServiceAction[] = [
  {
    name: 'environmentVariables.create',
    run: (services, actor) =>
      services.environmentVariables.create(actor, 'pip', { name: 'NEW', value: SECRET }),
    journalActions: ['environment-variable.create'],
  },
  {
    name: 'environmentVariables.createAsToday',
    run: (services, actor) =>
      services.environmentVariables.createAsToday(actor, 'pip', { name: 'KEY', value: SECRET }),
    journalActions: ['environment-variable.create'],
  },
  ...ASYNC_DESK_ACTIONS,
];

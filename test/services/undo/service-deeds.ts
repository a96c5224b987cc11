import { type Actor, systemActor } from '../../../src-server/services/kernel/actor.ts';
import type { Services } from '../../../src-server/services/open-services.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';
import { OPERATOR, openSeedStore } from '../../support/store/seed-store.ts';
import { NOON } from '../../support/store/store-folder.ts';
import { DESK_DEEDS, WAITING_DESK_DEEDS } from './desk-deeds.ts';
import { MACHINE_DEEDS } from './machine-deeds.ts';

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

/** The sample's projects, and alice who keeps one of them. */
export async function open() {
  const seeds = await openSeedStore();
  await seeds.load(SAMPLE_SEED);
  const alice: Actor = { kind: 'user', user: seeds.services.users.named('alice'), door: 'api' };
  const since = (id: number) => seeds.store.journal.newest(id, 1000).reverse();
  return { ...seeds, alice, since };
}
export type Ground = Awaited<ReturnType<typeof open>>;

/** A change, with what the journal tells of it. */
export type Deed = {
  readonly name: string;
  readonly actor?: (ground: Ground) => Actor;
  /** Prepares the ground; its changes are not counted. */
  readonly before?: (services: Services, ground: Ground) => void;
  readonly act: (services: Services, actor: Actor, ground: Ground) => unknown;
  readonly actions: readonly string[];
};

const asRunner = () => RUNNER;
const asOperator = () => OPERATOR;
const handOut = (services: Services) => {
  services.builds.trigger(RUNNER, 'pip', '10');
  services.buildRuns.next(RUNNER);
};

/** Every function of the services that changes data. */
export const DEEDS: readonly Deed[] = [
  {
    name: 'projects.create',
    act: (services, actor) => services.projects.create(actor, PROJECT),
    actions: ['project.create', 'version.create', 'build.trigger'],
  },
  {
    name: 'projects.update',
    act: (services, actor) =>
      services.projects.update(actor, 'pip', { name: 'Other', homepage: 'https://x.org' }),
    actions: ['project.update'],
  },
  {
    name: 'projects.update of the default branch',
    before: (services) => services.versionSync.apply(RUNNER, 'plugin', { branches: [], tags: [] }),
    act: (services, actor) => services.projects.update(actor, 'plugin', { default_branch: 'dev' }),
    actions: ['project.update', 'version.update'],
  },
  {
    name: 'versions.update, on',
    before: (services) => services.versions.update(RUNNER, 'pip', '10', { active: false }),
    act: (services, actor) => services.versions.update(actor, 'pip', '10', { active: true }),
    actions: ['version.activate', 'build.trigger'],
  },
  {
    name: 'versions.update, off',
    act: (services, actor) => services.versions.update(actor, 'pip', '10', { active: false }),
    actions: ['version.deactivate'],
  },
  {
    name: 'versions.update, as it is',
    act: (services, actor) => services.versions.update(actor, 'pip', '10', { active: true }),
    actions: [],
  },
  {
    name: 'builds.trigger',
    act: (services, actor) => services.builds.trigger(actor, 'pip', '10'),
    actions: ['build.trigger'],
  },
  {
    name: 'buildRuns.next',
    actor: asRunner,
    before: (services) => services.builds.trigger(RUNNER, 'pip', '10'),
    act: (services, actor) => services.buildRuns.next(actor),
    actions: ['build.progress'],
  },
  {
    name: 'buildRuns.progress',
    actor: asRunner,
    before: handOut,
    act: (services, actor) =>
      services.buildRuns.progress(actor, 8, { state: 'building', config: { version: '2' } }),
    actions: ['build.progress'],
  },
  {
    name: 'buildRuns.addCommand',
    actor: asRunner,
    before: handOut,
    act: (services, actor) => services.buildRuns.addCommand(actor, 8, COMMAND),
    actions: ['build.command'],
  },
  {
    name: 'buildRuns.beginCommand',
    actor: asRunner,
    before: handOut,
    act: (services, actor) => services.buildRuns.beginCommand(actor, 8, { command: SECRET }),
    actions: ['build.command'],
  },
  {
    name: 'buildRuns.endCommand, with what it wrote at last',
    actor: asRunner,
    before(services) {
      handOut(services);
      services.buildRuns.beginCommand(RUNNER, 8, { command: SECRET });
    },
    act(services, actor) {
      services.buildRuns.appendOutput(actor, 8, 2, SECRET);
      services.buildRuns.endCommand(actor, 8, 2, { exitCode: 1 });
    },
    actions: ['build.command'],
  },
  {
    name: 'buildRuns.finish',
    actor: asRunner,
    before: handOut,
    act: (services, actor) => services.buildRuns.finish(actor, 8, { success: true, downloads: ['epub'] }),
    actions: ['build.finish', 'version.update'],
  },
  {
    name: 'buildRuns.finish, failing',
    actor: asRunner,
    before: handOut,
    act: (services, actor) => services.buildRuns.finish(actor, 8, { success: false }),
    actions: ['build.finish'],
  },
  {
    name: 'buildRuns.failInterrupted',
    actor: () => systemActor('start'),
    before: handOut,
    act: (services, actor) => services.buildRuns.failInterrupted(actor),
    actions: ['build.finish'],
  },
  {
    name: 'versionSync.request',
    act: (services, actor) => services.versionSync.request(actor, 'pip'),
    actions: ['project.request-sync'],
  },
  {
    name: 'versionSync.request, again',
    before: (services) => services.versionSync.request(RUNNER, 'pip'),
    act: (services, actor) => services.versionSync.request(actor, 'pip'),
    actions: [],
  },
  {
    name: 'versionSync.giveUp',
    actor: asRunner,
    before: (services) => services.versionSync.request(RUNNER, 'pip'),
    act: (services, actor) => services.versionSync.giveUp(actor, 'pip'),
    actions: ['project.give-up-sync'],
  },
  {
    name: 'versionSync.apply',
    actor: asRunner,
    before: (services) => services.versions.update(RUNNER, 'pip', '10', { active: false }),
    act: (services, actor) =>
      services.versionSync.apply(actor, 'pip', {
        branches: [{ name: 'dev', identifier: 'origin/dev' }],
        tags: [{ name: '11', identifier: 'b' }],
        defaultBranch: 'dev',
      }),
    actions: [
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
    act: (services, actor) => services.subprojects.create(actor, 'pip', { child: 'plugin' }),
    actions: ['subproject.create'],
  },
  {
    name: 'subprojects.remove',
    act: (services, actor) => services.subprojects.remove(actor, 'pip', 'plug'),
    actions: ['subproject.delete'],
  },
  {
    name: 'redirects.create',
    act: (services, actor) =>
      services.redirects.create(actor, 'pip', { type: 'sphinx_html', from_url: '', to_url: '' }),
    actions: ['redirect.create'],
  },
  {
    name: 'redirects.replace',
    act: (services, actor) =>
      services.redirects.replace(actor, 'pip', 5, { type: 'page', from_url: '/c', to_url: '/d' }),
    actions: ['redirect.update'],
  },
  {
    name: 'redirects.update',
    act: (services, actor) => services.redirects.update(actor, 'pip', 5, { to_url: '/d' }),
    actions: ['redirect.update'],
  },
  {
    name: 'redirects.remove',
    act: (services, actor) => services.redirects.remove(actor, 'pip', 5),
    actions: ['redirect.delete'],
  },
  {
    name: 'environmentVariables.remove',
    act: (services, actor) => services.environmentVariables.remove(actor, 'pip', 3),
    actions: ['environment-variable.delete'],
  },
  {
    name: 'users.add',
    actor: asOperator,
    act: (services, actor) => services.users.add(actor, 'carl'),
    actions: ['user.create'],
  },
  {
    name: 'users.ensure, of somebody known',
    actor: asOperator,
    act: (services, actor) => services.users.ensure(actor, 'alice'),
    actions: [],
  },
  {
    name: 'users.setActive',
    actor: asOperator,
    act: (services, actor) => services.users.setActive(actor, 'alice', false),
    actions: ['user.deactivate'],
  },
  {
    name: 'users.setActive, as it is',
    actor: asOperator,
    act: (services, actor) => services.users.setActive(actor, 'alice', true),
    actions: [],
  },
  {
    name: 'tokens.create',
    act: (services, actor) => services.tokens.create(actor, services.users.named('alice'), 'laptop'),
    actions: ['token.create'],
  },
  {
    name: 'tokens.replace',
    before: (services) => services.tokens.create(OPERATOR, services.users.named('alice'), 'laptop'),
    act: (services, actor) => services.tokens.replace(actor, services.users.named('alice'), 'laptop'),
    actions: ['token.revoke', 'token.create'],
  },
  {
    name: 'tokens.revoke',
    before: (services) => services.tokens.create(OPERATOR, services.users.named('alice'), 'laptop'),
    act: (services, actor) => services.tokens.revoke(actor, 1),
    actions: ['token.revoke'],
  },
  ...DESK_DEEDS,
  ...MACHINE_DEEDS,
];

/** The same of those that wait for something. */
export const WAITING: readonly Deed[] = [
  {
    name: 'environmentVariables.create',
    act: (services, actor) =>
      services.environmentVariables.create(actor, 'pip', { name: 'NEW', value: SECRET }),
    actions: ['environment-variable.create'],
  },
  ...WAITING_DESK_DEEDS,
];

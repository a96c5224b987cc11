import { NOUNS, type Noun, type NounKey } from './nouns.ts';

/** Verb, what stands before the name of a single one, and several of them where the noun does not say it. */
type Past = readonly [verb: string, one: string, many?: string];

type ActionTraits = {
  /** Begins the name of the change: "Activate 4 versions". */
  readonly verb: string;
  readonly noun: NounKey;
  /** Tells of it in the history: "maya activated 4 versions". Absent where no history has such a line. */
  readonly past?: Past;
  /** Only reports that something was received or sent: timelines and the activity list leave it out. */
  readonly isReport?: true;
  /** May leave the build queue something to do: a build to start, a repository to read. */
  readonly wakesQueue?: true;
  /** May change which pages are served, or which can be indexed. */
  readonly changesPages?: true;
};

const wakesQueue = true;
const changesPages = true;

const TRAITS = {
  'project.create': {
    verb: 'Import',
    noun: 'project',
    past: ['Imported', 'the project'],
    wakesQueue,
    changesPages,
  },
  'project.update': { verb: 'Change', noun: 'project', past: ['Changed', ''], wakesQueue },
  'project.delete': { verb: 'Remove', noun: 'project', past: ['Removed', 'the project'], changesPages },
  'project.restore': {
    verb: 'Restore',
    noun: 'project',
    past: ['Restored', 'the project'],
    wakesQueue,
    changesPages,
  },
  'project.request-sync': {
    verb: 'Sync',
    noun: 'project',
    past: ['Requested', 'a repository sync of', 'repository syncs'],
    wakesQueue,
  },
  'project.give-up-sync': {
    verb: 'Stop syncing',
    noun: 'project',
    past: ["Couldn't read", 'the repository of', 'repositories'],
  },
  'project.sync': { verb: 'Sync', noun: 'project', past: ['Synced', 'the repository of', 'repositories'] },
  'project.trust-builds': {
    verb: 'Allow builds of',
    noun: 'project',
    past: ['Allowed', 'builds to run the code of'],
    wakesQueue,
  },
  'project.distrust-builds': {
    verb: 'Forbid builds of',
    noun: 'project',
    past: ['Revoked', 'permission for builds to run the code of', 'permissions'],
  },
  'project.set-builder': {
    verb: 'Set the builder of',
    noun: 'project',
    past: ['Changed', 'what runs the builds of', 'builders'],
    wakesQueue,
  },
  'project.add-maintainer': { verb: 'Add', noun: 'maintainer', past: ['Added', 'maintainer'] },
  'project.remove-maintainer': { verb: 'Remove', noun: 'maintainer', past: ['Removed', 'maintainer'] },
  'build-script.save': { verb: 'Save', noun: 'buildScript', past: ['Saved', 'build script'] },
  'version.activate': { verb: 'Activate', noun: 'version', past: ['Activated', ''], changesPages },
  'version.deactivate': { verb: 'Deactivate', noun: 'version', past: ['Deactivated', ''], changesPages },
  'version.update': { verb: 'Change', noun: 'version', past: ['Changed', 'version'], changesPages },
  'version.create': { verb: 'Add', noun: 'version', past: ['Added', 'version'], changesPages },
  'version.delete': { verb: 'Remove', noun: 'version', past: ['Removed', 'version'], changesPages },
  'build.trigger': { verb: 'Build', noun: 'builtVersion', past: ['Triggered a build of', ''], wakesQueue },
  'build.cancel': { verb: 'Cancel', noun: 'build', past: ['Cancelled a build of', '', 'versions'] },
  'build.request-cancel': { verb: 'Cancel', noun: 'build', past: ['Cancelled a build of', '', 'versions'] },
  'build.finish': {
    verb: 'Finish',
    noun: 'build',
    past: ['Finished a build of', '', 'versions'],
    wakesQueue,
    changesPages,
  },
  'redirect.create': { verb: 'Add', noun: 'redirect', past: ['Added', 'redirect'] },
  'redirect.update': { verb: 'Change', noun: 'redirect', past: ['Changed', 'redirect'] },
  'redirect.delete': { verb: 'Remove', noun: 'redirect', past: ['Removed', 'redirect'] },
  'redirect.reorder': { verb: 'Sort', noun: 'redirectOrder', past: ['Reordered', 'the redirects'] },
  'notification.update': {
    verb: 'Change',
    noun: 'notification',
    past: ['Changed', 'a notification', 'notifications'],
  },
  'environment-variable.create': { verb: 'Add', noun: 'variable', past: ['Added', 'variable'], changesPages },
  'environment-variable.replace': {
    verb: 'Replace',
    noun: 'variable',
    past: ['Replaced', 'variable'],
    changesPages,
  },
  'environment-variable.update': {
    verb: 'Change',
    noun: 'variable',
    past: ['Changed', 'variable'],
  },
  'environment-variable.delete': {
    verb: 'Remove',
    noun: 'variable',
    past: ['Removed', 'variable'],
    changesPages,
  },
  'environment-variable.restore': {
    verb: 'Restore',
    noun: 'variable',
    past: ['Restored', 'variable'],
    changesPages,
  },
  'integration.create': { verb: 'Add', noun: 'integration', past: ['Added', 'an integration with'] },
  'integration.regenerate': {
    verb: 'Renew',
    noun: 'integration',
    past: ['Renewed', 'the secret of', 'secrets'],
  },
  'integration.delete': { verb: 'Remove', noun: 'integration', past: ['Removed', 'the integration with'] },
  'integration.restore': { verb: 'Restore', noun: 'integration', past: ['Restored', 'the integration with'] },
  'integration.hear': {
    verb: 'Receive from',
    noun: 'integration',
    isReport: true,
  },
  'build-webhook.create': { verb: 'Add', noun: 'webhook', past: ['Added', 'webhook'] },
  'build-webhook.delete': { verb: 'Remove', noun: 'webhook', past: ['Removed', 'webhook'] },
  'build-webhook.restore': { verb: 'Restore', noun: 'webhook', past: ['Restored', 'webhook'] },
  'build-webhook.send': { verb: 'Send to', noun: 'webhook', isReport: true },
  'subproject.create': { verb: 'Add', noun: 'subproject', past: ['Added', 'subproject'] },
  'subproject.delete': { verb: 'Remove', noun: 'subproject', past: ['Removed', 'subproject'] },
  'translation.add': { verb: 'Add', noun: 'translation', past: ['Added', 'translation'] },
  'translation.remove': { verb: 'Remove', noun: 'translation', past: ['Removed', 'translation'] },
  'token.create': { verb: 'Create', noun: 'token', past: ['Created', 'token'] },
  'token.revoke': { verb: 'Revoke', noun: 'token', past: ['Revoked', 'token'] },
  'user.create': { verb: 'Add', noun: 'user', past: ['Added', 'user'] },
  'user.delete': { verb: 'Remove', noun: 'user', past: ['Removed', 'user'] },
  'user.activate': { verb: 'Activate', noun: 'user', past: ['Activated', 'user'] },
  'user.deactivate': { verb: 'Deactivate', noun: 'user', past: ['Deactivated', 'user'] },
  'settings.update': { verb: 'Change', noun: 'settings', past: ['Changed', 'the settings'], wakesQueue },
  'seed.load': {
    verb: 'Load',
    noun: 'seedFile',
    past: ['Loaded', 'a seed file'],
    wakesQueue,
    changesPages,
  },
  'backup.restore': { verb: 'Restore', noun: 'backup', past: ['Restored', 'backup'] },
  'snapshot.create': { verb: 'Take', noun: 'snapshot', past: ['Took', 'snapshot'] },
  'snapshot.delete': { verb: 'Delete', noun: 'snapshot', past: ['Deleted', 'snapshot'] },
  'snapshot.restore': { verb: 'Restore', noun: 'snapshot', past: ['Restored', 'snapshot'] },
  'kit.load': { verb: 'Load', noun: 'kit', past: ['Loaded', 'the kit'], wakesQueue, changesPages },
  'fault.add': { verb: 'Add', noun: 'fault', past: ['Added', 'fault'] },
  'fault.update': { verb: 'Change', noun: 'fault', past: ['Changed', 'fault'] },
  'fault.remove': { verb: 'Remove', noun: 'fault', past: ['Removed', 'fault'] },
  'fault.clear': { verb: 'Remove', noun: 'fault', past: ['Removed', 'all faults'] },
  'clock.set': { verb: 'Set', noun: 'clock', past: ['Set', 'the clock'] },
  'clock.hold': { verb: 'Hold', noun: 'clock', past: ['Held', 'the clock'] },
  'clock.run': { verb: 'Run', noun: 'clock', past: ['Let', 'the clock run'] },
  'clock.advance': { verb: 'Advance', noun: 'clock', past: ['Advanced', 'the clock'] },
  'clock.release': { verb: 'Release', noun: 'clock', past: ['Released', 'the clock'] },
  'lesson.start': { verb: 'Start', noun: 'lesson', past: ['Started', 'lesson'] },
  'lesson.tick': { verb: 'Do a step of', noun: 'lesson', isReport: true },
  'lesson.restart': { verb: 'Start over', noun: 'lesson', past: ['Started over', 'lesson'] },
  'trash.empty': { verb: 'Empty', noun: 'trash', past: ['Emptied', 'the trash'], changesPages },
  'remote.add': { verb: 'Add', noun: 'remote', past: ['Connected', 'remote'] },
  'remote.update': { verb: 'Change', noun: 'remote', past: ['Changed', 'remote'] },
  'remote.remove': { verb: 'Remove', noun: 'remote', past: ['Removed', 'remote'] },
  'remote.choose-projects': {
    verb: 'Choose projects of',
    noun: 'remote',
    past: ['Chose', 'projects of remote'],
  },
  'sync.pull-project': { verb: 'Pull', noun: 'project', past: ['Pulled', 'the project'], changesPages },
  'sync.pull-relations': { verb: 'Pull relations of', noun: 'project', past: ['Pulled', 'the relations of'] },
  'sync.push': { verb: 'Push', noun: 'project', past: ['Pushed', 'changes of'] },
  'sync.resolve': { verb: 'Resolve', noun: 'conflict', past: ['Resolved', 'conflicts of'], changesPages },
  'sync.unlink': { verb: 'Unlink', noun: 'project', past: ['Unlinked', 'the project'] },
  'sync.create': {
    verb: 'Plan to create',
    noun: 'project',
    past: ['Planned', 'the creation on a remote of'],
  },
  'sync.cancel-create': {
    verb: 'Not create',
    noun: 'project',
    past: ['Cancelled', 'the creation on a remote of'],
  },
  'sync.request-build': {
    verb: 'Ask for a build of',
    noun: 'version',
    past: ['Asked a remote for a build of', '', 'versions'],
  },
  'sync.drop-build-request': {
    verb: 'Not build',
    noun: 'version',
    past: ['Stopped asking a remote for a build of', '', 'versions'],
  },
  'sync.mark-gone': {
    verb: 'Mark as gone',
    noun: 'project',
    past: ['Found gone on a remote', 'the project'],
  },
  'log.prune': { verb: 'Remove', noun: 'logs', past: ['Removed', 'old logs'] },
} as const satisfies Readonly<Record<string, ActionTraits>>;

/** What a change did, as the journal keeps it: SUBJECT.VERB. */
export type Action = keyof typeof TRAITS;

/** What open windows are notified of and is no change; only journals of older databases store those of builds. */
const SIGNALS = ['build.progress', 'build.command', 'preview.progress', 'sync.count'] as const;

/** A step of a running build, its state or a command that began or ended; or that changes to push were counted. */
export type Signal = (typeof SIGNALS)[number];

/** An action of an entry that was read from the journal. */
export type JournalAction = Action | Signal;

/** Everything that the journal records. */
export const ACTIONS: Readonly<Record<Action, ActionTraits>> = TRAITS;

/** What timelines and the activity list leave out. */
export const HIDDEN_ACTIONS: readonly JournalAction[] = [
  ...SIGNALS,
  ...actionsWith(({ isReport }) => isReport),
];

/** What may leave the build queue something to do. */
export const QUEUE_ACTIONS: ReadonlySet<JournalAction> = new Set(actionsWith((traits) => traits.wakesQueue));

/** What may change which pages are served, or which can be indexed. */
export const PAGE_ACTIONS: ReadonlySet<JournalAction> = new Set(actionsWith((traits) => traits.changesPages));

/** What several entries are named by; undefined for an action that is no longer recorded. */
export function nounOf(action: JournalAction): (Noun & { readonly key: NounKey }) | undefined {
  const traits: ActionTraits | undefined = isRecorded(action) ? ACTIONS[action] : undefined;
  return traits && { key: traits.noun, ...NOUNS[traits.noun] };
}

/** Returns how the history tells of an action; undefined for one that it leaves out or does not know. */
export function pastOf(
  action: JournalAction,
): { readonly verb: string; readonly one: string; readonly many: string } | undefined {
  const traits: ActionTraits | undefined = isRecorded(action) ? ACTIONS[action] : undefined;
  if (!traits?.past) return undefined;
  const [verb, one, many = NOUNS[traits.noun].many] = traits.past;
  return { verb, one, many };
}

/** Tells whether an action is one that is recorded today: a database may hold those of another Lectern. */
export function isRecorded(action: string): action is Action {
  return Object.hasOwn(ACTIONS, action);
}

function actionsWith(hasTrait: (traits: ActionTraits) => true | undefined): Action[] {
  return Object.keys(ACTIONS)
    .filter(isRecorded)
    .filter((action) => hasTrait(ACTIONS[action]));
}

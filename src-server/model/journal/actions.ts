/** How one thing that a change is about is named, and how several are. */
type Noun = {
  /** Stands before the name of a single one; '' where the name alone is plain. */
  readonly one: string;
  readonly many: string;
};

/** What changes are about. */
const NOUNS = {
  project: { one: '', many: 'projects' },
  maintainer: { one: 'maintainer', many: 'maintainers' },
  version: { one: '', many: 'versions' },
  build: { one: 'build of', many: 'builds' },
  builtVersion: { one: '', many: 'versions' },
  redirect: { one: 'redirect', many: 'redirects' },
  redirectOrder: { one: 'redirects', many: 'redirects' },
  variable: { one: 'variable', many: 'variables' },
  integration: { one: 'integration', many: 'integrations' },
  webhook: { one: 'webhook', many: 'webhooks' },
  subproject: { one: 'subproject', many: 'subprojects' },
  translation: { one: 'translation', many: 'translations' },
  token: { one: 'token', many: 'tokens' },
  user: { one: 'user', many: 'users' },
  settings: { one: 'settings', many: 'settings' },
  seedFile: { one: 'a seed file', many: 'seed files' },
  logs: { one: 'old logs', many: 'old logs' },
  snapshot: { one: 'snapshot', many: 'snapshots' },
  fault: { one: 'fault', many: 'faults' },
  buildScript: { one: 'build script', many: 'build scripts' },
  trash: { one: 'the trash', many: 'the trash' },
} as const satisfies Readonly<Record<string, Noun>>;

/** A kind of thing that changes are about. */
export type NounKey = keyof typeof NOUNS;

type ActionTraits = {
  /** Begins the name of the change: "Activate 4 versions". */
  readonly verb: string;
  readonly noun: NounKey;
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
  'project.create': { verb: 'Import', noun: 'project', wakesQueue, changesPages },
  'project.update': { verb: 'Change', noun: 'project', wakesQueue },
  'project.delete': { verb: 'Remove', noun: 'project', changesPages },
  'project.restore': { verb: 'Restore', noun: 'project', wakesQueue, changesPages },
  'project.request-sync': { verb: 'Sync', noun: 'project', wakesQueue },
  'project.give-up-sync': { verb: 'Stop syncing', noun: 'project' },
  'project.sync': { verb: 'Sync', noun: 'project' },
  'project.trust-builds': { verb: 'Allow builds of', noun: 'project', wakesQueue },
  'project.distrust-builds': { verb: 'Forbid builds of', noun: 'project' },
  'project.set-builder': { verb: 'Set the builder of', noun: 'project', wakesQueue },
  'project.add-maintainer': { verb: 'Add', noun: 'maintainer' },
  'project.remove-maintainer': { verb: 'Remove', noun: 'maintainer' },
  'build-script.save': { verb: 'Save', noun: 'buildScript' },
  'version.activate': { verb: 'Activate', noun: 'version', changesPages },
  'version.deactivate': { verb: 'Deactivate', noun: 'version', changesPages },
  'version.update': { verb: 'Change', noun: 'version', changesPages },
  'version.create': { verb: 'Add', noun: 'version', changesPages },
  'version.delete': { verb: 'Remove', noun: 'version', changesPages },
  'build.trigger': { verb: 'Build', noun: 'builtVersion', wakesQueue },
  'build.cancel': { verb: 'Cancel', noun: 'build' },
  'build.request-cancel': { verb: 'Cancel', noun: 'build' },
  'build.finish': { verb: 'Finish', noun: 'build', wakesQueue, changesPages },
  'redirect.create': { verb: 'Add', noun: 'redirect' },
  'redirect.update': { verb: 'Change', noun: 'redirect' },
  'redirect.delete': { verb: 'Remove', noun: 'redirect' },
  'redirect.reorder': { verb: 'Sort', noun: 'redirectOrder' },
  'environment-variable.create': { verb: 'Add', noun: 'variable', changesPages },
  'environment-variable.replace': { verb: 'Replace', noun: 'variable', changesPages },
  'environment-variable.delete': { verb: 'Remove', noun: 'variable', changesPages },
  'environment-variable.restore': { verb: 'Restore', noun: 'variable', changesPages },
  'integration.create': { verb: 'Add', noun: 'integration' },
  'integration.regenerate': { verb: 'Renew', noun: 'integration' },
  'integration.delete': { verb: 'Remove', noun: 'integration' },
  'integration.restore': { verb: 'Restore', noun: 'integration' },
  'integration.hear': { verb: 'Receive from', noun: 'integration', isReport: true },
  'build-webhook.create': { verb: 'Add', noun: 'webhook' },
  'build-webhook.delete': { verb: 'Remove', noun: 'webhook' },
  'build-webhook.restore': { verb: 'Restore', noun: 'webhook' },
  'build-webhook.send': { verb: 'Send to', noun: 'webhook', isReport: true },
  'subproject.create': { verb: 'Add', noun: 'subproject' },
  'subproject.delete': { verb: 'Remove', noun: 'subproject' },
  'translation.add': { verb: 'Add', noun: 'translation' },
  'translation.remove': { verb: 'Remove', noun: 'translation' },
  'token.create': { verb: 'Make', noun: 'token' },
  'token.revoke': { verb: 'Revoke', noun: 'token' },
  'user.create': { verb: 'Add', noun: 'user' },
  'user.delete': { verb: 'Remove', noun: 'user' },
  'user.activate': { verb: 'Activate', noun: 'user' },
  'user.deactivate': { verb: 'Deactivate', noun: 'user' },
  'settings.update': { verb: 'Change', noun: 'settings', wakesQueue },
  'seed.load': { verb: 'Load', noun: 'seedFile', wakesQueue, changesPages },
  'snapshot.create': { verb: 'Take', noun: 'snapshot' },
  'snapshot.delete': { verb: 'Delete', noun: 'snapshot' },
  'snapshot.restore': { verb: 'Restore', noun: 'snapshot' },
  'fault.add': { verb: 'Add', noun: 'fault' },
  'fault.update': { verb: 'Change', noun: 'fault' },
  'fault.remove': { verb: 'Remove', noun: 'fault' },
  'fault.clear': { verb: 'Remove', noun: 'fault' },
  'trash.empty': { verb: 'Empty', noun: 'trash', changesPages },
  'log.prune': { verb: 'Remove', noun: 'logs' },
} as const satisfies Readonly<Record<string, ActionTraits>>;

/** What a change did, as the journal keeps it: SUBJECT.VERB. */
export type Action = keyof typeof TRAITS;

/** Steps of a running build. Open windows are notified; only journals of older databases store them. */
const SIGNALS = ['build.progress', 'build.command'] as const;

/** A step of a running build: its state, or a command that began or ended. */
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

/** Tells whether an action is one that is recorded today: a database may hold those of another Lectern. */
export function isRecorded(action: string): action is Action {
  return Object.hasOwn(ACTIONS, action);
}

function actionsWith(hasTrait: (traits: ActionTraits) => true | undefined): Action[] {
  return Object.keys(ACTIONS)
    .filter(isRecorded)
    .filter((action) => hasTrait(ACTIONS[action]));
}

/** How one thing that a change is about is named, and how several are. */
export type Noun = {
  /** Stands before the name of a single one; '' where the name alone is plain. */
  readonly one: string;
  readonly many: string;
};

/** What changes are about. */
export const NOUNS = {
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
  kit: { one: 'a kit', many: 'kits' },
  logs: { one: 'old logs', many: 'old logs' },
  backup: { one: 'backup', many: 'backups' },
  snapshot: { one: 'snapshot', many: 'snapshots' },
  fault: { one: 'fault', many: 'faults' },
  clock: { one: 'the clock', many: 'the clock' },
  buildScript: { one: 'build script', many: 'build scripts' },
  lesson: { one: 'lesson', many: 'lessons' },
  notification: { one: 'notification', many: 'notifications' },
  trash: { one: 'the trash', many: 'the trash' },
  remote: { one: 'remote', many: 'remotes' },
  conflict: { one: 'conflicts of', many: 'projects' },
} as const satisfies Readonly<Record<string, Noun>>;

/** A kind of thing that changes are about. */
export type NounKey = keyof typeof NOUNS;

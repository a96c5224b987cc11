import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import type { Store } from '../../store/tables.ts';

/* What people call a change: the words of its button (look.md, "Words"). */

/** What a change is called, and how to find the name of what it was done to. */
type Words = {
  readonly verb: string;
  /** Stands before the name of a single one; '' where the name alone is plain. */
  readonly one: string;
  readonly many: string;
  readonly subject: (entry: JournalEntry, store: Store) => string | undefined;
};

const project = (entry: JournalEntry, store: Store) =>
  textOf(entry, 'slug') ?? store.projects.byId(entry.subjectId ?? 0)?.project.slug;
const version = (entry: JournalEntry, store: Store) =>
  textOf(entry, 'slug') ?? store.versions.byId(entry.subjectId ?? 0)?.slug;
const user = (entry: JournalEntry, store: Store) =>
  textOf(entry, 'username') ?? store.users.byId(entry.subjectId ?? 0)?.username;
const named = (key: string) => (entry: JournalEntry) => textOf(entry, key);

/** By address, else by what it does: some types have none. */
function redirect(entry: JournalEntry, store: Store): string | undefined {
  const known = store.redirects.byId(entry.subjectId ?? 0);
  const from = textOf(entry, 'fromUrl') ?? known?.fromUrl;
  if (from === undefined) return undefined;
  return from || (textOf(entry, 'toUrl') ?? known?.toUrl) || (textOf(entry, 'type') ?? known?.type);
}

const PROJECT = { one: '', many: 'projects', subject: project };
const VERSION = { one: '', many: 'versions', subject: version };
const REDIRECT = { one: 'redirect', many: 'redirects', subject: redirect };
const VARIABLE = { one: 'variable', many: 'variables', subject: named('name') };
const INTEGRATION = { one: 'integration', many: 'integrations', subject: named('name') };
const WEBHOOK = { one: 'webhook', many: 'webhooks', subject: named('name') };
const MAINTAINER = { one: 'maintainer', many: 'maintainers', subject: named('username') };
const SUBPROJECT = { one: 'subproject', many: 'subprojects', subject: named('alias') };
const TRANSLATION = { one: 'translation', many: 'translations', subject: named('slug') };
const TOKEN = { one: 'token', many: 'tokens', subject: named('name') };
const USER = { one: 'user', many: 'users', subject: user };
const BUILD = { one: '', many: 'versions', subject: named('version') };

const WORDS: Readonly<Record<string, Words>> = {
  'project.create': { verb: 'Import', ...PROJECT },
  'project.update': { verb: 'Change', ...PROJECT },
  'project.delete': { verb: 'Remove', ...PROJECT },
  'project.restore': { verb: 'Bring back', ...PROJECT },
  'project.request-sync': { verb: 'Sync', ...PROJECT },
  'project.trust-builds': { verb: 'Allow builds of', ...PROJECT },
  'project.distrust-builds': { verb: 'Forbid builds of', ...PROJECT },
  'project.add-maintainer': { verb: 'Add', ...MAINTAINER },
  'project.remove-maintainer': { verb: 'Remove', ...MAINTAINER },
  'version.activate': { verb: 'Activate', ...VERSION },
  'version.deactivate': { verb: 'Deactivate', ...VERSION },
  'version.update': { verb: 'Change', ...VERSION },
  'version.create': { verb: 'Add', ...VERSION },
  'version.delete': { verb: 'Remove', ...VERSION },
  'build.trigger': { verb: 'Build', ...BUILD },
  'redirect.create': { verb: 'Add', ...REDIRECT },
  'redirect.update': { verb: 'Change', ...REDIRECT },
  'redirect.delete': { verb: 'Remove', ...REDIRECT },
  'redirect.reorder': { verb: 'Sort', one: 'redirects', many: 'redirects', subject: () => '' },
  'environment-variable.create': { verb: 'Add', ...VARIABLE },
  'environment-variable.replace': { verb: 'Replace', ...VARIABLE },
  'environment-variable.delete': { verb: 'Remove', ...VARIABLE },
  'environment-variable.restore': { verb: 'Bring back', ...VARIABLE },
  'integration.create': { verb: 'Add', ...INTEGRATION },
  'integration.regenerate': { verb: 'Renew', ...INTEGRATION },
  'integration.delete': { verb: 'Remove', ...INTEGRATION },
  'integration.restore': { verb: 'Bring back', ...INTEGRATION },
  'integration.hear': { verb: 'Hear', ...INTEGRATION },
  'build-webhook.create': { verb: 'Add', ...WEBHOOK },
  'build-webhook.delete': { verb: 'Remove', ...WEBHOOK },
  'build-webhook.restore': { verb: 'Bring back', ...WEBHOOK },
  'build-webhook.send': { verb: 'Tell', ...WEBHOOK },
  'subproject.create': { verb: 'Add', ...SUBPROJECT },
  'subproject.delete': { verb: 'Remove', ...SUBPROJECT },
  'translation.add': { verb: 'Add', ...TRANSLATION },
  'translation.remove': { verb: 'Remove', ...TRANSLATION },
  'token.create': { verb: 'Make', ...TOKEN },
  'token.revoke': { verb: 'Revoke', ...TOKEN },
  'user.create': { verb: 'Add', ...USER },
  'user.activate': { verb: 'Activate', ...USER },
  'user.deactivate': { verb: 'Deactivate', ...USER },
  'settings.update': { verb: 'Change', one: 'settings', many: 'settings', subject: () => '' },
  'seed.load': { verb: 'Load', one: 'a seed file', many: 'seed files', subject: () => '' },
  'log.prune': { verb: 'Remove', one: 'old logs', many: 'old logs', subject: () => '' },
  'trash.empty': { verb: 'Empty', one: 'the trash', many: 'the trash', subject: () => '' },
};

/** What a group of entries is called that were made together: "Activate 4 versions", "Remove almanac". */
export function nameOfChange(entries: readonly JournalEntry[], store: Store): string {
  const [first] = entries;
  const words = first && WORDS[first.action];
  if (!words) return 'Change data';
  const alike = entries.filter(({ action }) => WORDS[action]?.many === words.many);
  const more = alike.length < entries.length ? ' and more' : '';
  const verb = alike.every(({ action }) => action === first.action) ? words.verb : 'Change';
  // One thing may have been changed twice.
  const count = new Set(alike.map(({ subjectId, after, before }) => subjectId ?? after ?? before)).size;
  if (count > 1) return `${verb} ${count} ${words.many}${more}`;
  const parts = [verb, words.one, words.subject(first, store) ?? ''].filter((part) => part !== '');
  return `${parts.join(' ')}${more}`;
}

/** What an entry is about, for a sentence that begins with it. */
export function subjectOf(entry: JournalEntry, store: Store): string {
  const words = WORDS[entry.action];
  const name = words?.subject(entry, store);
  if (name) return words?.one ? `The ${words.one} ${name}` : name;
  return 'What this changed';
}

function textOf({ before, after }: JournalEntry, key: string): string | undefined {
  const value = after?.[key] ?? before?.[key];
  return typeof value === 'string' ? value : undefined;
}

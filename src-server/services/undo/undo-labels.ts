import type { Store } from '../../store/open-store.ts';
import type { JournalEntry } from '../../store/tables/journal/journal.ts';

/* What people call a change: the words of its button (look.md, "Words"). */

/** What a change is called, and how to find the name of what it was done to. */
type ActionLabel = {
  readonly verb: string;
  /** Stands before the name of a single one; '' where the name alone is plain. */
  readonly singular: string;
  readonly plural: string;
  readonly subject: (entry: JournalEntry, store: Store) => string | undefined;
};

const project = (entry: JournalEntry, store: Store) =>
  textInPayload(entry, 'slug') ?? store.projects.byId(entry.subjectId ?? 0)?.project.slug;
const version = (entry: JournalEntry, store: Store) =>
  textInPayload(entry, 'slug') ?? store.versions.byId(entry.subjectId ?? 0)?.slug;
const user = (entry: JournalEntry, store: Store) =>
  textInPayload(entry, 'username') ?? store.users.byId(entry.subjectId ?? 0)?.username;
const payloadText = (key: string) => (entry: JournalEntry) => textInPayload(entry, key);

/** By address, else by what it does: some types have none. */
function redirect(entry: JournalEntry, store: Store): string | undefined {
  const known = store.redirects.byId(entry.subjectId ?? 0);
  const from = textInPayload(entry, 'fromUrl') ?? known?.fromUrl;
  if (from === undefined) return undefined;
  return (
    from || (textInPayload(entry, 'toUrl') ?? known?.toUrl) || (textInPayload(entry, 'type') ?? known?.type)
  );
}

const PROJECT = { singular: '', plural: 'projects', subject: project };
const VERSION = { singular: '', plural: 'versions', subject: version };
const REDIRECT = { singular: 'redirect', plural: 'redirects', subject: redirect };
const VARIABLE = { singular: 'variable', plural: 'variables', subject: payloadText('name') };
const INTEGRATION = { singular: 'integration', plural: 'integrations', subject: payloadText('name') };
const WEBHOOK = { singular: 'webhook', plural: 'webhooks', subject: payloadText('name') };
const MAINTAINER = { singular: 'maintainer', plural: 'maintainers', subject: payloadText('username') };
const SUBPROJECT = { singular: 'subproject', plural: 'subprojects', subject: payloadText('alias') };
const TRANSLATION = { singular: 'translation', plural: 'translations', subject: payloadText('slug') };
const TOKEN = { singular: 'token', plural: 'tokens', subject: payloadText('name') };
const USER = { singular: 'user', plural: 'users', subject: user };
const BUILD = { singular: '', plural: 'versions', subject: payloadText('version') };

const ACTION_LABELS: Readonly<Record<string, ActionLabel>> = {
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
  'redirect.reorder': { verb: 'Sort', singular: 'redirects', plural: 'redirects', subject: () => '' },
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
  'settings.update': { verb: 'Change', singular: 'settings', plural: 'settings', subject: () => '' },
  'seed.load': { verb: 'Load', singular: 'a seed file', plural: 'seed files', subject: () => '' },
  'log.prune': { verb: 'Remove', singular: 'old logs', plural: 'old logs', subject: () => '' },
  'trash.empty': { verb: 'Empty', singular: 'the trash', plural: 'the trash', subject: () => '' },
};

/** What a group of entries is called that were made together: "Activate 4 versions", "Remove almanac". */
export function formatChangeName(entries: readonly JournalEntry[], store: Store): string {
  const [first] = entries;
  const label = first && ACTION_LABELS[first.action];
  if (!label) return 'Change data';
  const sameKind = entries.filter(({ action }) => ACTION_LABELS[action]?.plural === label.plural);
  const more = sameKind.length < entries.length ? ' and more' : '';
  const verb = sameKind.every(({ action }) => action === first.action) ? label.verb : 'Change';
  // One thing may have been changed twice.
  const count = new Set(sameKind.map(({ subjectId, after, before }) => subjectId ?? after ?? before)).size;
  if (count > 1) return `${verb} ${count} ${label.plural}${more}`;
  const parts = [verb, label.singular, label.subject(first, store) ?? ''].filter((part) => part !== '');
  return `${parts.join(' ')}${more}`;
}

/** What an entry is about, for a sentence that begins with it. */
export function subjectOf(entry: JournalEntry, store: Store): string {
  const label = ACTION_LABELS[entry.action];
  const name = label?.subject(entry, store);
  if (name) return label?.singular ? `The ${label.singular} ${name}` : name;
  return 'What this changed';
}

function textInPayload({ before, after }: JournalEntry, key: string): string | undefined {
  const value = after?.[key] ?? before?.[key];
  return typeof value === 'string' ? value : undefined;
}

import { ACTIONS, isRecorded, nounOf } from '../../model/journal/actions.ts';
import type { NounKey } from '../../model/journal/nouns.ts';
import type { Store } from '../../store/open-store.ts';
import type { JournalEntry } from '../../store/tables/journal/journal.ts';

/** Finds the name of what an entry is about, in the entry or in what is stored now. */
type SubjectName = (entry: JournalEntry, store: Store) => string | undefined;

const payloadText = (key: string) => (entry: JournalEntry) => textInPayload(entry, key);
const noName = () => undefined;

const SUBJECT_NAMES: Readonly<Record<NounKey, SubjectName>> = {
  project: (entry, store) =>
    textInPayload(entry, 'slug') ?? store.projects.byId(entry.subjectId ?? 0)?.project.slug,
  maintainer: payloadText('username'),
  version: (entry, store) => textInPayload(entry, 'slug') ?? store.versions.byId(entry.subjectId ?? 0)?.slug,
  build: (entry, store) =>
    textInPayload(entry, 'version') ?? store.builds.byId(entry.subjectId ?? 0)?.versionSlug,
  builtVersion: payloadText('version'),
  redirect: redirectName,
  redirectOrder: noName,
  variable: payloadText('name'),
  integration: payloadText('name'),
  webhook: payloadText('name'),
  subproject: payloadText('alias'),
  translation: payloadText('slug'),
  token: payloadText('name'),
  user: (entry, store) =>
    textInPayload(entry, 'username') ?? store.users.byId(entry.subjectId ?? 0)?.username,
  settings: noName,
  seedFile: noName,
  kit: payloadText('name'),
  logs: noName,
  backup: payloadText('name'),
  snapshot: payloadText('name'),
  fault: payloadText('name'),
  buildScript: payloadText('name'),
  lesson: payloadText('name'),
  clock: noName,
  notification: noName,
  trash: noName,
  remote: payloadText('name'),
  conflict: payloadText('slug'),
};

/** Names a redirect by its address, else by what it does: some types have no address. */
function redirectName(entry: JournalEntry, store: Store): string | undefined {
  const known = store.redirects.byId(entry.subjectId ?? 0);
  const from = textInPayload(entry, 'fromUrl') ?? known?.fromUrl;
  if (from === undefined) return undefined;
  return (
    from || (textInPayload(entry, 'toUrl') ?? known?.toUrl) || (textInPayload(entry, 'type') ?? known?.type)
  );
}

/** Names a group of entries that were made together, for a button: "Activate 4 versions", "Remove almanac". */
export function formatChangeName(entries: readonly JournalEntry[], store: Store): string {
  const [first] = entries;
  const noun = first && nounOf(first.action);
  if (!noun || !isRecorded(first.action)) return 'Change data';
  const sameKind = entries.filter(({ action }) => nounOf(action)?.many === noun.many);
  const more = sameKind.length < entries.length ? ' and more' : '';
  const verb = sameKind.every(({ action }) => action === first.action)
    ? ACTIONS[first.action].verb
    : 'Change';
  // One thing may have been changed twice.
  const count = new Set(sameKind.map(({ subjectId, after, before }) => subjectId ?? after ?? before)).size;
  if (count > 1) return `${verb} ${count} ${noun.many}${more}`;
  const parts = [verb, noun.one, SUBJECT_NAMES[noun.key](first, store) ?? ''].filter((part) => part !== '');
  return `${parts.join(' ')}${more}`;
}

/** Returns the name of what an entry is about, as it is in the entry or stored now. */
export function subjectName(entry: JournalEntry, store: Store): string | undefined {
  const noun = nounOf(entry.action);
  return noun && (SUBJECT_NAMES[noun.key](entry, store) || undefined);
}

/** Names what an entry is about, to begin a sentence with. */
export function subjectOf(entry: JournalEntry, store: Store): string {
  const noun = nounOf(entry.action);
  const name = subjectName(entry, store);
  if (!noun || !name) return 'What this changed';
  return noun.one ? `The ${noun.one} ${name}` : name;
}

function textInPayload({ before, after }: JournalEntry, key: string): string | undefined {
  const value = after?.[key] ?? before?.[key];
  return typeof value === 'string' ? value : undefined;
}

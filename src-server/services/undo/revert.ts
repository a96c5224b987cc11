import { Conflict } from '../../model/base/problems.ts';
import type { JsonObject } from '../../model/builds/build.ts';
import type { Project } from '../../model/projects/project.ts';
import { hasHiddenCredentials } from '../../model/projects/repository/repository-url.ts';
import { languageTaken } from '../../model/relations/translation.ts';
import type { Store } from '../../store/open-store.ts';
import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import type { Actor } from '../kernel/actor.ts';
import { journalledValue } from '../kernel/changes.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { NotificationsService } from '../notifications/notifications.ts';
import type { MaintainersService } from '../projects/maintainers.ts';
import type { ProjectRemoval } from '../projects/project-removal.ts';
import { hasLanguageClash } from '../relations/relation-rules.ts';
import type { SettingsService } from '../settings/settings.ts';
import type { TokensService } from '../users/tokens.ts';
import type { UsersService } from '../users/users.ts';
import type { VersionsService } from '../versions/versions.ts';
import type { TrashService } from './trash.ts';
import { subjectOf } from './undo-labels.ts';

/** What undo works with: where a service has the rules, that service does the work. */
export type UndoServices = {
  readonly context: ServiceContext;
  readonly versions: VersionsService;
  readonly removal: ProjectRemoval;
  readonly maintainers: MaintainersService;
  readonly trash: TrashService;
  readonly tokens: TokensService;
  readonly users: UsersService;
  readonly settings: SettingsService;
  readonly notifications: NotificationsService;
};

/**
 * Undoes one entry of the journal, in the transaction that undoes its batch, and records that.
 * @throws Conflict when what is there is no longer what the entry left @throws Forbidden
 */
export type Revert = (entry: JournalEntry, actor: Actor, tools: UndoServices) => void;

/** Returns the refusal of an undo where what the entry changed has been changed since. */
export function changedSince(entry: JournalEntry, store: Store): Conflict {
  return new Conflict(`${subjectOf(entry, store)} has changed since, so this cannot be undone.`);
}

/** Returns the refusal of an undo where what the entry changed no longer exists. */
export function goneSince(entry: JournalEntry, store: Store): Conflict {
  return new Conflict(`${subjectOf(entry, store)} is gone, so this cannot be undone.`);
}

/**
 * Returns the entity with its changed fields as they were before the entry. Ignored fields, such as the time of the last
 * change, stay as they are where they differ from what the entry left.
 * @throws Conflict when any other field is no longer as the entry left it
 */
export function revertedFields<T extends object>(
  now: T,
  entry: JournalEntry,
  ignoredFields: readonly string[],
  store: Store,
): T {
  const { before, after } = entry;
  if (!before || !after) throw new TypeError(`${entry.action} does not say what it was and what it became.`);
  const next: Record<string, unknown> = Object.fromEntries(Object.entries(now));
  for (const [key, journalled] of Object.entries(after)) {
    if (!(key in now)) continue;
    if (isSame(journalledValue(key, next[key]), journalled)) next[key] = previousValue(key, before, now);
    else if (!ignoredFields.includes(key)) throw changedSince(entry, store);
  }
  return next as T;
}

/**
 * Checks that an entity still has every field that the entry gave it.
 * @throws Conflict when it is gone, or differs in a field that is not ignored
 */
export function requireUnchanged(
  now: object | undefined,
  entry: JournalEntry,
  ignoredFields: readonly string[],
  store: Store,
): void {
  if (!now) throw goneSince(entry, store);
  const fields: Record<string, unknown> = { ...now };
  for (const [key, journalled] of Object.entries(entry.after ?? {})) {
    if (
      key in fields &&
      !ignoredFields.includes(key) &&
      !isSame(journalledValue(key, fields[key]), journalled)
    )
      throw changedSince(entry, store);
  }
}

/** Reads a number of an entry's object. @throws TypeError when it has none of this name */
export function numberIn(object: JsonObject | null, key: string): number {
  const value = object?.[key];
  if (typeof value !== 'number') throw new TypeError(`The journal entry has no ${key}.`);
  return value;
}

/** Reads a text of an entry's object. @throws TypeError when it has none of this name */
export function textIn(object: JsonObject | null, key: string): string {
  const value = object?.[key];
  if (typeof value !== 'string') throw new TypeError(`The journal entry has no ${key}.`);
  return value;
}

/**
 * Checks that no other project of the same main project has this language (behaviour.md 11): the database does not.
 * @throws Conflict
 */
export function requireFreeLanguage(store: Store, project: Project): void {
  const main = project.translationOf === null ? project : store.projects.byId(project.translationOf)?.project;
  if (!main) throw new Conflict(`The main project of ${project.slug} is gone.`);
  if (hasLanguageClash(store, main, project)) throw new Conflict(languageTaken(project.language, main.slug));
}

/**
 * Returns a field as it was. The journal keeps no password of a repository, so that an address which had one cannot be
 * restored; trust in the present address can.
 * @throws Conflict
 */
function previousValue(key: string, before: JsonObject, now: object): unknown {
  const value = before[key];
  if (!hasHiddenCredentials(value)) return value;
  const { repositoryUrl } = now as { readonly repositoryUrl?: unknown };
  if (key === 'trustedRepository' && journalledValue('repositoryUrl', repositoryUrl) === value)
    return repositoryUrl;
  throw new Conflict(
    'The earlier address had a password, which the history does not keep. Enter that address again in the settings of the project.',
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

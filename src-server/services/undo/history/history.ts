import type { Json, JsonObject } from '../../../model/builds/build.ts';
import { nounOf } from '../../../model/journal/actions.ts';
import { formLabel, joinWords, optionLabel } from '../../../model/journal/field-labels.ts';
import {
  type FieldChange,
  HISTORY_KINDS,
  type HistoryEntry,
  type HistoryQuery,
  type Sentence,
} from '../../../model/journal/history.ts';
import { sentenceOf, type UserExtra } from '../../../model/journal/sentence.ts';
import { redactCredentials } from '../../../model/projects/repository/repository-url.ts';
import type { HistoryFilter, HistoryRow } from '../../../store/tables/journal/history.ts';
import type { JournalEntry } from '../../../store/tables/journal/journal.ts';
import type { Actor } from '../../kernel/actor.ts';
import { URL_FIELDS } from '../../kernel/changes.ts';
import { createPastChanges } from '../past-changes.ts';
import type { UndoServices } from '../revert.ts';
import { subjectName } from '../undo-labels.ts';
import { targetOf } from './history-targets.ts';

/** Fields shown of one change, and characters of a value. */
const MAX_FIELDS = 40;
const MAX_VALUE_LENGTH = 200;
/** Entries of a change whose fields and names are read. */
const MAX_ENTRIES = 200;
const MAX_PEOPLE = 200;

/** Creates the service that tells what happened, a change a line. */
export function createHistory(services: UndoServices) {
  const { store, access } = services.context;
  const past = createPastChanges(services);

  function sentenceFor(row: HistoryRow, entries: readonly JournalEntry[]): Sentence {
    const [first] = entries;
    if (!first) return { lead: '', subject: 'Change', tail: '' };
    const kind = nounOf(first.action)?.key;
    const same = entries.filter(({ action }) => action === first.action);
    const others = entries.some(({ action }) => action !== first.action && nounOf(action)?.key === kind);
    const extras = entries.flatMap((entry) => extraOf(first, entry) ?? []);
    const names = new Set(same.slice(0, MAX_ENTRIES).flatMap((entry) => subjectName(entry, store) ?? []));
    return sentenceOf({
      username: row.username,
      action: first.action,
      names: [...names],
      count: same.length,
      projects: projectsOf(same).size,
      fields: same.flatMap(({ before, after }) => Object.keys({ ...before, ...after })),
      after: first.after,
      extras,
      isReplaced: first.action === 'token.revoke' && others,
      hasMore: entries.some((entry) => nounOf(entry.action)?.key !== kind && !extraOf(first, entry)),
      undone: row.undoes === null ? null : undoneName(row.undoes),
    });
  }

  function undoneName(batch: number): string {
    const [first] = store.journal.ofBatch(batch);
    return first ? past.of(first).change.name : 'an earlier change';
  }

  /** Tells of a change; to the history of a project only what the change did there. */
  function entryOf(row: HistoryRow, ofProject: number | null): readonly HistoryEntry[] {
    const [first] = store.journal.ofBatch(row.batch);
    if (!first) return [];
    const { change, entries: all } = past.of(first);
    const own = ofProject === null ? [] : all.filter(({ projectId }) => projectId === ofProject);
    const entries = own.length > 0 ? own : all;
    const [main = first] = entries;
    const projectSlug = projectsOf(entries).size > 1 ? null : row.projectSlug;
    return [
      {
        ...row,
        ...change,
        projectSlug,
        sentence: sentenceFor(row, entries),
        target: targetOf(main, projectSlug, store),
        fields: fieldsOf(entries),
      },
    ];
  }

  /** Reads on until the page is full: what a load caused is not listed beside it. */
  function entriesOf(filter: HistoryFilter, limit: number): HistoryEntry[] {
    const found: HistoryEntry[] = [];
    for (let { before } = filter; ; ) {
      const rows = store.history.page({ ...filter, before }, limit);
      found.push(...rows.flatMap((row) => entryUnlessOfLoad(row, filter.projectId)));
      const last = rows.at(-1);
      if (!last || rows.length < limit || found.length >= limit) return found.slice(0, limit);
      before = last.batch;
    }
  }

  /** Leaves out the first sync of a loaded project. */
  function entryUnlessOfLoad(row: HistoryRow, ofProject: number | null): readonly HistoryEntry[] {
    const isOfLoad = row.username === null && store.history.isFirstSyncOfLoad(row.batch);
    return isOfLoad ? [] : entryOf(row, ofProject);
  }

  function fieldsOf(entries: readonly JournalEntry[]): FieldChange[] {
    const shown = entries.slice(0, MAX_ENTRIES);
    const isOfMany = projectsOf(entries).size > 1;
    const nameOf = (entry: JournalEntry) => {
      const name = subjectName(entry, store) ?? null;
      const project = isOfMany ? store.projects.byId(entry.projectId ?? 0)?.project.slug : undefined;
      return project === undefined || name === project ? name : `${project} ${name ?? ''}`.trim();
    };
    return shown
      .flatMap((entry) => changesOf(entry, entries.length > 1 ? nameOf(entry) : null))
      .slice(0, MAX_FIELDS);
  }

  return {
    /**
     * Lists changes, newest first: those of a project for its maintainers, those of the installation for the operator.
     * @throws NotFound @throws Forbidden
     */
    list(actor: Actor, { project, person, kind, from, until, before, limit }: HistoryQuery): HistoryEntry[] {
      return store.read(() => {
        if (project === undefined) access.requireOperator(actor);
        return entriesOf(
          {
            projectId: project === undefined ? null : access.maintained(actor, project).id,
            person: person ?? null,
            subjects: kind === undefined ? null : HISTORY_KINDS[kind].subjects,
            from: from ?? 0,
            until: until ?? Number.MAX_SAFE_INTEGER,
            before: before ?? Number.MAX_SAFE_INTEGER,
          },
          limit,
        );
      });
    },

    /** Lists who has changed anything, by name. @throws Forbidden unless asked at this machine */
    people(actor: Actor): readonly string[] {
      access.requireOperator(actor);
      return store.history.people(MAX_PEOPLE);
    },
  };
}

export type HistoryService = ReturnType<typeof createHistory>;

/** Returns what an entry gave to the person that the first one added. */
function extraOf(first: JournalEntry, { action, after }: JournalEntry): UserExtra | undefined {
  if (first.action !== 'user.create') return undefined;
  if (action === 'token.create' && after?.user === first.after?.username) return 'token';
  return action === 'settings.update' && after?.localUserId === first.subjectId ? 'localUser' : undefined;
}

/** Returns the projects that these entries are of. */
function projectsOf(entries: readonly JournalEntry[]): ReadonlySet<number> {
  return new Set(entries.flatMap(({ projectId }) => projectId ?? []));
}

function changesOf(entry: JournalEntry, of: string | null): FieldChange[] {
  const { action, after } = entry;
  const isFinish = action === 'build.finish';
  // What a build had reached before its end says nothing beside its outcome.
  const before = isFinish ? null : entry.before;
  return Object.keys({ ...before, ...after }).flatMap((key) => {
    if (isFinish && key === 'state') return [];
    const field = formLabel(key);
    const [was, is] = [textOf(before, key), textOf(after, key)];
    const isAlone = before === null || after === null;
    return field === undefined || was === is ? [] : [{ of, field, before: was, after: is, isAlone }];
  });
}

/** Returns a time as a person writes it, and a build script by its name. */
function readable(key: string, text: string): string {
  if (key === 'builder') return text.replace(/^script:/, '');
  return text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/, '$1 $2 UTC');
}

/** Returns a list of words, or counts by what is counted, as text: `2 versions and 1 build`. */
function listOf(value: Json): string {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const counts = Object.entries(value);
  if (counts.some(([, count]) => typeof count !== 'number')) return JSON.stringify(value);
  return joinWords(
    counts.flatMap(([key, count]) =>
      count === 0 || key === 'above'
        ? []
        : `${key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}: ${String(count)}`,
    ),
  );
}

/** Returns a duration with its units: `4 s`, `2 min 5 s`. */
function secondsOf(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest === 0 ? '' : ` ${rest} s`}`;
}

/** Returns a value as text, without passwords of repositories; null where there is none. */
function textOf(fields: JsonObject | null, key: string): string | null {
  const value: Json | undefined = fields?.[key];
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value) && value.length === 0) return null;
  const option = optionLabel(key, value);
  if (option !== undefined) return option;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (key === 'duration' && typeof value === 'number') return secondsOf(value);
  const text = typeof value === 'string' ? readable(key, value) : listOf(value);
  const plain = URL_FIELDS.has(key) ? redactCredentials(text) : text;
  return plain.length > MAX_VALUE_LENGTH ? `${plain.slice(0, MAX_VALUE_LENGTH - 1)}…` : plain;
}

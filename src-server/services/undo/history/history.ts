import type { Json, JsonObject } from '../../../model/builds/build.ts';
import { nounOf } from '../../../model/journal/actions.ts';
import { fieldLabel } from '../../../model/journal/field-labels.ts';
import {
  type FieldChange,
  HISTORY_KINDS,
  type HistoryEntry,
  type HistoryQuery,
  type Sentence,
} from '../../../model/journal/history.ts';
import { sentenceOf } from '../../../model/journal/sentence.ts';
import { redactCredentials } from '../../../model/projects/repository-url.ts';
import type { HistoryRow } from '../../../store/tables/journal/history.ts';
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
    const names = new Set(same.slice(0, MAX_ENTRIES).flatMap((entry) => subjectName(entry, store) ?? []));
    return sentenceOf({
      username: row.username,
      action: first.action,
      names: [...names],
      fields: same.flatMap(({ before, after }) => Object.keys({ ...before, ...after })),
      after: first.after,
      hasMore: entries.some(({ action }) => nounOf(action)?.key !== kind),
      undone: row.undoes === null ? null : undoneName(row.undoes),
    });
  }

  function undoneName(batch: number): string {
    const [first] = store.journal.ofBatch(batch);
    return first ? past.of(first).change.name : 'an earlier change';
  }

  function entryOf(row: HistoryRow): readonly HistoryEntry[] {
    const [first] = store.journal.ofBatch(row.batch);
    if (!first) return [];
    const { change, entries } = past.of(first);
    const [main = first] = entries;
    return [
      {
        ...row,
        ...change,
        sentence: sentenceFor(row, entries),
        target: targetOf(main, row.projectSlug, store),
        fields: fieldsOf(entries),
      },
    ];
  }

  function fieldsOf(entries: readonly JournalEntry[]): FieldChange[] {
    const shown = entries.slice(0, MAX_ENTRIES);
    return shown
      .flatMap((entry) => changesOf(entry, entries.length > 1 ? (subjectName(entry, store) ?? null) : null))
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
        const rows = store.history.page(
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
        return rows.flatMap(entryOf);
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

function changesOf({ before, after }: JournalEntry, of: string | null): FieldChange[] {
  return Object.keys({ ...before, ...after }).flatMap((key) => {
    const field = fieldLabel(key);
    const [was, is] = [textOf(before, key), textOf(after, key)];
    return field === undefined || was === is ? [] : [{ of, field, before: was, after: is }];
  });
}

/** Returns a value as text, without passwords of repositories; null where there is none. */
function textOf(fields: JsonObject | null, key: string): string | null {
  const value: Json | undefined = fields?.[key];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const plain = URL_FIELDS.has(key) ? redactCredentials(text) : text;
  return plain.length > MAX_VALUE_LENGTH ? `${plain.slice(0, MAX_VALUE_LENGTH - 1)}…` : plain;
}

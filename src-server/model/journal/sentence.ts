import type { JsonObject } from '../builds/build.ts';
import { type JournalAction, pastOf } from './actions.ts';
import { fieldLabel, joinWords, listFieldLabels } from './field-labels.ts';
import type { Sentence } from './history.ts';

/** What a sentence tells of: the entries of one change, the first of them and the names of what they are about. */
export type ToldChange = {
  /** Who made it; null for Lectern itself. */
  readonly username: string | null;
  readonly action: JournalAction;
  /** The names of all that was changed, each once. */
  readonly names: readonly string[];
  /** How many things were changed, and in how many projects. */
  readonly count: number;
  readonly projects: number;
  /** The fields that were changed. */
  readonly fields: readonly string[];
  readonly after: JsonObject | null;
  /** What came with an added person: a token, the place at this computer. */
  readonly extras?: readonly UserExtra[];
  /** Whether what was revoked has a new one in its place. */
  readonly isReplaced?: boolean;
  /** Whether the change did other things too. */
  readonly hasMore: boolean;
  /** Of an undo, the name of what was undone. */
  readonly undone: string | null;
};

/** What an added person got in the same change. */
export type UserExtra = 'token' | 'localUser';

/** What an action of another Lectern is called. */
const UNKNOWN = { verb: 'Changed', one: 'the project', many: 'items' };
/** Names listed before "and N more". */
const MAX_NAMES = 3;
/** The name of the built-in kit that the window calls the sample library. */
const SAMPLE_LIBRARY = 'Harbour library';

/** Tells of a change as a person would: `maya activated 3 versions: 1.0, 1.1 and 2.0`, `Build of latest failed`. */
export function sentenceOf(change: ToldChange): Sentence {
  const { username, action, names, undone } = change;
  const who = username ?? 'Lectern';
  if (undone !== null) return { lead: `${who} undid `, subject: `“${undone}”`, tail: '' };
  if (action === 'build.finish' && names.length === 1)
    return { lead: '', subject: `Build of ${names[0]}`, tail: ` ${outcomeOf(change.after)}` };
  const { verb, one, many } = pastOf(action) ?? UNKNOWN;
  const did = change.isReplaced ? 'replaced' : `${verb.charAt(0).toLowerCase()}${verb.slice(1)}`;
  const begin = `${who} ${did} `;
  const more = change.hasMore ? ' and more' : '';
  if (action === 'build.trigger' && change.projects > 1) {
    const subject = `${change.count} builds of ${change.projects} projects`;
    return { lead: `${who} started `, subject, tail: more };
  }
  if (action === 'project.trust-builds' && names.length > 1)
    return { lead: `${begin}builds of `, subject: `${names.length} ${many}`, tail: more };
  if (names.length > 1)
    return { lead: begin, subject: `${names.length} ${many}`, tail: `: ${listNames(names)}${more}` };
  const [name = ''] = names;
  if (action === 'settings.update')
    return { lead: begin, subject: one, tail: `${settingsOf(change)}${more}` };
  if (action === 'kit.load' && name === SAMPLE_LIBRARY)
    return { lead: begin, subject: 'the sample library', tail: more };
  if (action === 'user.create' && change.extras && change.extras.length > 0)
    return { lead: begin, subject: name, tail: `${describeExtras(change.extras)}${more}` };
  if (action === 'project.update')
    return { lead: `${begin}${fieldsOf(change)}of `, subject: name, tail: more };
  if (name === '')
    return { lead: begin, subject: one.replace(/ of$/, ''), tail: `${problemOf(change)}${more}` };
  const noun = one === '' ? '' : `${one} `;
  return { lead: `${begin}${noun}`, subject: name, tail: `${syncOf(change)}${problemOf(change)}${more}` };
}

function fieldsOf({ fields }: ToldChange): string {
  const labels = listFieldLabels(fields);
  return labels === '' ? 'a detail ' : `the ${labels} `;
}

/** Names the settings that were changed: `: builds at once`. */
function settingsOf({ fields }: ToldChange): string {
  const labels = [...new Set(fields.flatMap((field) => fieldLabel(field) ?? []))];
  return labels.length === 0 ? '' : `: ${listNames(labels)}`;
}

function outcomeOf(after: JsonObject | null): string {
  if (after?.success === true) return 'passed';
  return /^cancelled/i.test(String(after?.error ?? '')) ? 'was cancelled' : 'failed';
}

function listNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return more > 0 ? joinWords([...names.slice(0, MAX_NAMES), `${more} more`]) : joinWords(names);
}

function describeExtras(extras: readonly UserExtra[]): string {
  const place = extras.includes('localUser') ? ' as the person at this computer' : '';
  return `${place}${extras.includes('token') ? ' with a token' : ''}`;
}

/** What a sync found: `: 2 versions added, 1 removed`. */
function syncOf({ action, after }: ToldChange): string {
  if (action !== 'project.sync') return '';
  const counts = ['added', 'moved', 'removed'].flatMap((what) => {
    const slugs = after?.[what];
    return Array.isArray(slugs) && slugs.length > 0 ? [{ what, count: slugs.length }] : [];
  });
  const parts = counts.map(({ what, count }, at) =>
    at > 0 ? `${count} ${what}` : `${count} ${count === 1 ? 'version' : 'versions'} ${what}`,
  );
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}

/** Why a repository could not be read. */
function problemOf({ action, after }: ToldChange): string {
  const problem = action === 'project.give-up-sync' ? after?.problem : undefined;
  return typeof problem === 'string' && problem !== '' ? `: ${problem}` : '';
}

import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import { redactCredentials } from '../../../../src-server/model/projects/repository/repository-url.ts';
import { formatEntryPoint } from '../../../features/entry-points.ts';
import { formatTimeAgo } from '../../../ui/format.ts';
import type { SettingsField, SettingsValues } from './settings-values.ts';

/** One journal entry of the project. */
export type TimelineEntry = inferRouterOutputs<DeskRouter>['project']['timeline'][number];

/** Longer values are truncated. */
const MAX_LENGTH = 120;

/** Says who changed a field last: `mira changed this through the API 2 min ago.` `now` is in milliseconds. */
export function formatChangedBy(
  entries: readonly TimelineEntry[],
  field: SettingsField,
  now: number,
): string {
  const key = journalKey(field);
  const entry = entries.find(
    ({ action, after }) => action === 'project.update' && after !== null && key in after,
  );
  if (!entry) return 'This was changed elsewhere.';
  const ago = formatTimeAgo(entry.at, now);
  const when = ago === 'Just now' ? 'just now' : ago === 'Yesterday' ? 'yesterday' : ago;
  const how = formatEntryPoint(entry.door);
  return `${entry.username ?? 'Lectern'} changed this${how && ` ${how}`} ${when}.`;
}

/** Says what a field holds: `It is now “Tidewater tables”.` `name` is the label of a choice. */
export function formatCurrentValue(value: SettingsValues[SettingsField] | undefined, name?: string): string {
  if (typeof value === 'boolean') return `It is now ${value ? 'on' : 'off'}.`;
  const text = name ?? (typeof value === 'string' ? redactCredentials(value) : (value ?? []).join(', '));
  if (text === '') return 'It is now empty.';
  return `It is now “${text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text}”.`;
}

/** Converts a field's name to the journal's: `repositoryUrl`, `defaultVersion`. */
function journalKey(field: SettingsField): string {
  return field.replace(/[._]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

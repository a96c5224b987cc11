import { readFileSync, writeFileSync } from 'node:fs';
import {
  readSettings,
  SETTING_KEYS,
  type SettingKey,
  settingText,
} from '../../src-server/model/settings/settings.ts';

const DEFAULTS = readSettings({});
const MACHINE_DEFAULT = '3 on a computer with 4 cores';

/** Returns the table of every setting that the window has: what it means, its default, and its key. */
export function settingsTable(): string {
  return [
    '| Setting | Default | What it does | Key |',
    '| --- | --- | --- | --- |',
    ...SETTING_KEYS.filter((key) => settingText(key).label !== key).map(row),
    '',
  ].join('\n');
}

function row(key: SettingKey): string {
  const { label, hint = '', unit, empty } = settingText(key, MACHINE_DEFAULT);
  const value = DEFAULTS[key];
  const words =
    typeof value === 'boolean'
      ? value
        ? 'on'
        : 'off'
      : String(value === null || value === '' ? (empty ?? 'empty') : value);
  const amount = unit === undefined || value === null ? words : `${words} ${unit}`;
  return `| ${label} | ${amount} | ${hint} | \`${key}\` |`;
}

/** The page that has the table, between its heading and the next one. */
export const SETTINGS_PAGE = new URL('../../docs/handbook/pages/settings.md', import.meta.url);

/** Returns the text of the page with its table replaced. */
export function withSettingsTable(page: string): string {
  const start = page.indexOf('| Setting |');
  const end = page.indexOf('\n\n', start);
  return `${page.slice(0, start)}${settingsTable().trimEnd()}${page.slice(end)}`;
}

// To be run after a change of the settings: npm run docs:settings
if (import.meta.main) writeFileSync(SETTINGS_PAGE, withSettingsTable(readFileSync(SETTINGS_PAGE, 'utf8')));

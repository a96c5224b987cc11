import type { ReactNode } from 'react';
import { type Settings, settingText } from '../../../../src-server/model/settings/settings.ts';
import { lowerFirst } from '../../../ui/format.ts';
import { SavedField } from './saved-field.tsx';
import type { SettingsState } from './setting.tsx';

/** Settings with a number as value. */
type NumberKey = {
  [Key in keyof Settings]: NonNullable<Settings[Key]> extends number ? Key : never;
}[keyof Settings];

type Props = {
  readonly settingKey: NumberKey;
  /** What an empty field means on this machine, where the setting's texts name it. */
  readonly defaultValue?: number;
  readonly state: SettingsState;
  /** Replaces the hint of the setting. */
  readonly hint?: ReactNode;
  /** Says what was saved; names the setting unless given. */
  readonly message?: (value: number | null) => string;
};

/** Edits a number setting with its own texts. */
export function NumberSetting({ settingKey, defaultValue, state, ...texts }: Props) {
  const { label, hint, unit, empty } = settingText(settingKey, String(defaultValue ?? ''));
  return (
    <SavedField
      {...{ settingKey, label }}
      hint={texts.hint ?? hint}
      savedText={formatValue(state.settings[settingKey])}
      parse={parseValue}
      message={(text) => texts.message?.(parseValue(text)) ?? `Saved: ${lowerFirst(label)}`}
      w={120}
      inputMode="numeric"
      placeholder={empty}
      rightSection={unit === undefined ? undefined : <span className="meta">{unit}</span>}
      rightSectionWidth={unit !== undefined && unit.length > 5 ? 64 : 44}
    />
  );
}

function formatValue(value: number | null): string {
  return value === null ? '' : String(value);
}

/** Returns null for empty text and NaN for anything but a whole number, which the schema refuses. */
function parseValue(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^\d+$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}

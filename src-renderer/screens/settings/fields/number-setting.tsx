import { TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import {
  checkSettingsPatch,
  type Settings,
  settingText,
} from '../../../../src-server/model/settings/settings.ts';
import { deskClient } from '../../../api/desk.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { lowerFirst } from '../../../ui/format.ts';
import { Setting, type SettingsState } from './setting.tsx';

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

/** Edits a number setting with its own texts; leaving the field or Enter saves it, Escape brings the saved value back. */
export function NumberSetting({ settingKey, defaultValue, state, ...texts }: Props) {
  const { label, hint, unit, empty } = settingText(settingKey, String(defaultValue ?? ''));
  const savedValue = state.settings[settingKey];
  // What is typed over a saved value goes when that value changes.
  const [typed, setTyped] = useState({ over: savedValue, text: formatValue(savedValue) });
  const form = useForm({
    draft: {
      values: { text: typed.over === savedValue ? typed.text : formatValue(savedValue) },
      setValues: ({ text }) => setTyped({ over: savedValue, text }),
    },
    schema: checkSettingsPatch,
    toBody,
    schemaNames: { text: settingKey },
    showErrors: 'left',
    mainField: 'text',
    save: (values) => deskClient.settings.set.mutate(toBody(values)),
    message: (_, { text }) => texts.message?.(parseValue(text)) ?? `Saved: ${lowerFirst(label)}`,
  });

  function submitChange(event: FormEvent): void {
    event.preventDefault();
    if (isChanged) form.submit();
  }

  function toBody({ text }: { readonly text: string }) {
    return { [settingKey]: parseValue(text) };
  }

  const field = form.field('text');
  const isChanged = form.values.text.trim() !== formatValue(savedValue);
  return (
    <Setting label={label} hint={texts.hint ?? hint}>
      <form ref={form.ref} onSubmit={submitChange} noValidate>
        <TextInput
          aria-label={label}
          w={120}
          inputMode="numeric"
          placeholder={empty}
          rightSection={unit === undefined ? undefined : <span className="meta">{unit}</span>}
          rightSectionWidth={unit !== undefined && unit.length > 5 ? 64 : 44}
          autoComplete="off"
          {...field}
          onBlur={() => {
            field.onBlur?.();
            if (isChanged && form.isValid) form.submit();
          }}
          onKeyDown={({ key }) => {
            if (key === 'Escape' && isChanged) form.change({ text: formatValue(savedValue) });
          }}
        />
      </form>
    </Setting>
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

import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Invalid } from '../../../src-server/model/base/problems.ts';
import {
  checkSettingsPatch,
  type Settings,
  settingText,
} from '../../../src-server/model/settings/settings.ts';
import { desk, fieldErrors, flattenErrors, problemOf } from '../../api/desk.ts';
import { notifyUndoable } from '../../ui/feedback/notify.tsx';
import { lowerFirst } from '../../ui/format.ts';
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

/** Edits a number setting with its own texts; Save or Enter applies it. */
export function NumberSetting({ settingKey, defaultValue, state, ...texts }: Props) {
  const { label, hint, unit, empty } = settingText(settingKey, String(defaultValue ?? ''));
  const savedValue = state.settings[settingKey];
  const [text, setText] = useState(formatValue(savedValue));
  const [problem, setProblem] = useState<string>();
  const set = useMutation(desk.settings.set.mutationOptions());
  useEffect(() => setText(formatValue(savedValue)), [savedValue]);

  function save(event: FormEvent): void {
    event.preventDefault();
    const value = parseValue(text);
    const patch = { [settingKey]: value };
    const validationError = validationErrors(patch)[settingKey];
    setProblem(validationError);
    if (validationError !== undefined || set.isPending) return;
    set.mutate(patch, {
      onSuccess: (changed) =>
        notifyUndoable(texts.message?.(value) ?? `Saved: ${lowerFirst(label)}`, changed),
      onError: (error) => setProblem(fieldErrors(error)[settingKey] ?? problemOf(error).message),
    });
  }

  return (
    <Setting label={label} hint={texts.hint ?? hint}>
      <form onSubmit={save} noValidate>
        <Group gap="sm" align="flex-start" wrap="nowrap">
          <TextInput
            aria-label={label}
            w={120}
            inputMode="numeric"
            placeholder={empty}
            rightSection={unit === undefined ? undefined : <span className="meta">{unit}</span>}
            rightSectionWidth={40}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setProblem(undefined);
            }}
            error={problem}
            autoComplete="off"
          />
          <Button
            type="submit"
            variant="default"
            aria-label={`Save: ${label}`}
            aria-disabled={text.trim() === formatValue(savedValue)}
            loading={set.isPending}
          >
            Save
          </Button>
        </Group>
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

function validationErrors(patch: object): Record<string, string> {
  try {
    checkSettingsPatch(patch);
    return {};
  } catch (error) {
    if (error instanceof Invalid) return flattenErrors(error.errors);
    throw error;
  }
}

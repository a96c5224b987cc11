import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { checkSettingsPatch, settingText } from '../../../../src-server/model/settings/settings.ts';
import { deskClient } from '../../../api/desk.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { lowerFirst } from '../../../ui/format.ts';
import { Setting, type SettingsState } from './setting.tsx';

type Props = {
  readonly settingKey: 'editor';
  /** An example, shown in the empty field. */
  readonly example: string;
  readonly state: SettingsState;
};

/** Edits a setting that is text; leaving the field or Enter saves it, Escape brings the saved value back. */
export function TextSetting({ settingKey, example, state }: Props) {
  const { label, hint } = settingText(settingKey);
  const savedValue = state.settings[settingKey];
  // What is typed over a saved value goes when that value changes.
  const [typed, setTyped] = useState({ over: savedValue, text: savedValue });
  const toBody = ({ text }: { readonly text: string }) => ({ [settingKey]: text.trim() });
  const form = useForm({
    draft: {
      values: { text: typed.over === savedValue ? typed.text : savedValue },
      setValues: ({ text }) => setTyped({ over: savedValue, text }),
    },
    schema: checkSettingsPatch,
    toBody,
    schemaNames: { text: settingKey },
    showErrors: 'left',
    mainField: 'text',
    save: (values) => deskClient.settings.set.mutate(toBody(values)),
    message: () => `Saved: ${lowerFirst(label)}`,
  });
  const field = form.field('text');
  const isChanged = form.values.text.trim() !== savedValue;
  return (
    <Setting label={label} hint={hint}>
      <form
        ref={form.ref}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged) form.submit();
        }}
      >
        <TextInput
          aria-label={label}
          w={260}
          placeholder={example}
          autoComplete="off"
          spellCheck={false}
          {...field}
          onBlur={() => {
            field.onBlur?.();
            if (isChanged && form.isValid) form.submit();
          }}
          onKeyDown={({ key }) => {
            if (key === 'Escape' && isChanged) form.change({ text: savedValue });
          }}
        />
      </form>
    </Setting>
  );
}

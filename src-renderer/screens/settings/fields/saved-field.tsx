import { TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { checkSettingsPatch, type Settings } from '../../../../src-server/model/settings/settings.ts';
import { deskClient } from '../../../api/desk.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { Setting } from './setting.tsx';

type Props = Pick<
  TextInputProps,
  'w' | 'inputMode' | 'placeholder' | 'rightSection' | 'rightSectionWidth'
> & {
  readonly settingKey: keyof Settings;
  readonly label: string;
  readonly hint: ReactNode;
  /** The saved value as the field shows it. */
  readonly savedText: string;
  /** Returns the value of a text; the schema refuses what it cannot be. */
  readonly parse: (text: string) => unknown;
  /** Says what was saved. */
  readonly message: (text: string) => string;
};

/** Edits a setting as text; leaving the field or Enter saves it, Escape brings the saved value back. */
export function SavedField({ settingKey, label, hint, savedText, parse, message, ...input }: Props) {
  // What is typed over a saved value goes when that value changes.
  const [typed, setTyped] = useState({ over: savedText, text: savedText });
  const toBody = ({ text }: { readonly text: string }) => ({ [settingKey]: parse(text) });
  const form = useForm({
    draft: {
      values: { text: typed.over === savedText ? typed.text : savedText },
      setValues: ({ text }) => setTyped({ over: savedText, text }),
    },
    schema: checkSettingsPatch,
    toBody,
    schemaNames: { text: settingKey },
    showErrors: 'left',
    mainField: 'text',
    save: (values) => deskClient.settings.set.mutate(toBody(values)),
    message: (_, { text }) => message(text),
  });
  const field = form.field('text');
  const isChanged = form.values.text.trim() !== savedText;
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
          autoComplete="off"
          spellCheck={false}
          {...input}
          {...field}
          onBlur={() => {
            field.onBlur?.();
            if (isChanged && form.isValid) form.submit();
          }}
          onKeyDown={({ key }) => {
            if (key === 'Escape' && isChanged) form.change({ text: savedText });
          }}
        />
      </form>
    </Setting>
  );
}

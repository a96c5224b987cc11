import { TextInput } from '@mantine/core';
import { usernameError } from '../../../src-server/model/users/user.ts';
import { deskClient } from '../../api/desk.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';

type Props = { readonly close: () => void; readonly onAdded: (username: string) => void };

/** Adds a person who can own tokens and maintain projects. */
export function AddPerson({ close, onAdded }: Props) {
  const form = useForm({
    initialValues: { username: '' },
    check: ({ username }) => ({
      username: username.trim() === '' ? 'Enter a name.' : usernameError(username.trim()),
    }),
    mainField: 'username',
    save: ({ username }) => deskClient.people.add.mutate({ username: username.trim() }),
    message: ({ answer: name }) => `Added ${name}`,
    onSaved: ({ answer: name }) => onAdded(name),
  });
  return (
    <FormDialog title="Add person" form={form} close={close} submitLabel="Add person">
      <TextInput
        label="Name"
        description="Letters, digits and any of @ . + - _"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...form.field('username')}
      />
    </FormDialog>
  );
}

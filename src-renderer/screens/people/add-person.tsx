import { Button, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { usernameError } from '../../../src-server/model/users/user.ts';
import { desk, fieldErrors, problemOf } from '../../api/desk.ts';
import { useRestoreFocus } from '../../ui/dialog/use-restore-focus.ts';
import { notifyUndoable } from '../../ui/feedback/notify.tsx';
import classes from './people.module.css';

type Props = { readonly close: () => void; readonly onAdded: (username: string) => void };

/** Adds a person who can own tokens and maintain projects. */
export function AddPerson({ close, onAdded }: Props) {
  useRestoreFocus(true);
  const add = useMutation(desk.people.add.mutationOptions());
  const form = useForm({
    initialValues: { username: '' },
    validate: {
      username: (name) => (name.trim() === '' ? 'Enter a name.' : usernameError(name.trim())) ?? null,
    },
  });
  const submit = form.onSubmit(({ username }) =>
    add.mutate(
      { username: username.trim() },
      {
        onSuccess: (added) => {
          notifyUndoable(`Added ${added.answer}`, added);
          onAdded(added.answer);
        },
        onError: (error) => form.setErrors({ username: problemOf(error).message, ...fieldErrors(error) }),
      },
    ),
  );
  return (
    <Modal opened onClose={close} title="Add person" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} noValidate>
        <TextInput
          label="Name"
          description="Letters, digits and any of @ . + - _"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('username')}
        />
        <div className={classes.footer}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending}>
            Add person
          </Button>
        </div>
      </form>
    </Modal>
  );
}

import { Button, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCopy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { desk, fieldErrors, problemOf } from '../../api/desk.ts';
import { useRestoreFocus } from '../../ui/dialog/use-restore-focus.ts';
import { notify, notifyError } from '../../ui/feedback/notify.tsx';
import classes from './people.module.css';

type Props = {
  readonly username: string;
  /** Names of the person's tokens. */
  readonly takenNames: readonly string[];
  readonly close: () => void;
};

/** Creates a token and shows it once; later it can be copied, not shown. */
export function MakeToken({ username, takenNames, close }: Props) {
  useRestoreFocus(true);
  const createToken = useMutation(desk.people.makeToken.mutationOptions());
  const form = useForm({
    initialValues: { name: '' },
    validate: {
      name: (name) => {
        if (name.trim() === '') return 'Enter a name, such as the client that will use it.';
        return takenNames.includes(name.trim()) ? `A token named ${name.trim()} already exists.` : null;
      },
    },
  });
  const submit = form.onSubmit(({ name }) =>
    createToken.mutate(
      { username, name: name.trim() },
      { onError: (error) => form.setErrors({ name: problemOf(error).message, ...fieldErrors(error) }) },
    ),
  );
  const createdToken = createToken.data?.answer.token;
  return (
    <Modal
      opened
      onClose={close}
      title={createdToken === undefined ? 'Create token' : 'Token created'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {createdToken === undefined ? (
        <form onSubmit={submit} noValidate>
          <TextInput
            label="Name"
            placeholder="ci"
            description="Name the client that uses it, so that you know what you revoke."
            maxLength={100}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <div className={classes.footer}>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={createToken.isPending}>
              Create token
            </Button>
          </div>
        </form>
      ) : (
        <CreatedToken token={createdToken} close={close} />
      )}
    </Modal>
  );
}

function CreatedToken({ token, close }: { readonly token: string; readonly close: () => void }) {
  const copy = () =>
    navigator.clipboard.writeText(token).then(() => notify('Copied. Treat it as a secret.'), notifyError);
  return (
    <>
      <p className="dim">Shown only once. You can copy it again from the list while it is stored here.</p>
      <output className={`mono ${classes.token}`} aria-label="Token">
        {token}
      </output>
      <div className={classes.footer}>
        <Button
          variant="default"
          leftSection={<IconCopy size={14} stroke={1.75} aria-hidden />}
          data-autofocus
          onClick={() => void copy()}
        >
          Copy token
        </Button>
        <Button onClick={close}>Done</Button>
      </div>
    </>
  );
}

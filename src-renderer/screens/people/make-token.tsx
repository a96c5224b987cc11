import { Button, Modal, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { deskClient } from '../../api/desk.ts';
import { SecretText } from '../../features/presenter/secret-text.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useRestoreFocus } from '../../ui/dialog/use-restore-focus.ts';
import { copyText } from '../../ui/feedback/copy-text.ts';
import { useForm } from '../../ui/form/use-form.ts';
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
  const [token, setToken] = useState<string>();
  const form = useForm({
    initialValues: { name: '' },
    check: ({ name }) => ({ name: nameError(name.trim(), takenNames) }),
    mainField: 'name',
    save: ({ name }) => deskClient.people.makeToken.mutate({ username, name: name.trim() }),
    onSaved: ({ answer }) => setToken(answer.token),
  });
  if (token !== undefined) return <CreatedToken token={token} close={close} />;
  return (
    <FormDialog title="Create token" form={form} close={close} submitLabel="Create token">
      <TextInput
        label="Name"
        placeholder="ci"
        description="Name the client that uses it, so that you know what you revoke."
        maxLength={100}
        autoComplete="off"
        data-autofocus
        {...form.field('name')}
      />
    </FormDialog>
  );
}

function nameError(name: string, takenNames: readonly string[]): string | undefined {
  if (name === '') return 'Enter a name, such as the client that will use it.';
  return takenNames.includes(name) ? `A token named ${name} already exists.` : undefined;
}

function CreatedToken({ token, close }: { readonly token: string; readonly close: () => void }) {
  const copy = () => copyText(token, 'Copied. Treat it as a secret.');
  return (
    <Modal opened onClose={close} title="Token created" closeButtonProps={{ 'aria-label': 'Close' }}>
      <p className="dim">You can show and copy it again in the list of tokens.</p>
      <SecretText className={`mono ${classes.token}`} label="Token">
        {token}
      </SecretText>
      <DialogButtons>
        <Button
          variant="default"
          leftSection={<IconCopy size={14} stroke={1.75} aria-hidden />}
          data-autofocus
          onClick={() => void copy()}
        >
          Copy token
        </Button>
        <Button onClick={close}>Done</Button>
      </DialogButtons>
    </Modal>
  );
}

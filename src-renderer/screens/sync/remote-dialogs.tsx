import { TextInput } from '@mantine/core';
import { navigate } from 'wouter/use-browser-location';
import { remoteNameError } from '../../../src-server/model/sync/remote.ts';
import { deskClient } from '../../api/desk.ts';
import { livePath, type RemoteSummary } from '../../features/live-service/remotes.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { notify } from '../../ui/feedback/notify.tsx';
import { useForm } from '../../ui/form/use-form.ts';

type Props = { readonly remote: RemoteSummary; readonly close: () => void };

/** Gives a remote another name. */
export function RenameRemote({ remote, close }: Props) {
  const form = useForm({
    initialValues: { name: remote.name },
    check: ({ name }) => ({ name: remoteNameError(name) }),
    mainField: 'name',
    save: ({ name }) => deskClient.sync.rename.mutate({ remote: remote.id, name }),
    onSaved(_, { name }) {
      close();
      navigate(livePath(name), { replace: true });
    },
  });
  return (
    <FormDialog title="Rename the account" form={form} close={close} submitLabel="Rename">
      <TextInput label="Name" autoComplete="off" spellCheck={false} data-autofocus {...form.field('name')} />
    </FormDialog>
  );
}

/** Gives a remote another token of the same account. */
export function ReplaceToken({ remote, close }: Props) {
  const form = useForm({
    initialValues: { token: '' },
    check: ({ token }) => ({ token: token.trim() === '' ? 'Paste the token.' : null }),
    showErrors: 'submitted',
    mainField: 'token',
    save: ({ token }) => deskClient.sync.replaceToken.mutate({ remote: remote.id, token }),
    onSaved() {
      notify(`${remote.name} uses the new token`);
      close();
    },
  });
  return (
    <FormDialog title="Replace the token" form={form} close={close} submitLabel="Try and keep token">
      <TextInput
        type="password"
        label="Token"
        description="It has to be of the same account. It is tried before it is kept."
        autoComplete="off"
        data-autofocus
        {...form.field('token')}
      />
    </FormDialog>
  );
}

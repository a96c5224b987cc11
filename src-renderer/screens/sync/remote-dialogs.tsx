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

/** Sets how many requests a minute sync may send to one service. */
export function SetBudget({ remote, budget, close }: Props & { readonly budget: number | null }) {
  const form = useForm({
    initialValues: { budget: budget === null ? '' : String(budget) },
    check: ({ budget: text }) => ({ budget: text.trim() === '' || isCount(text) ? null : NOT_A_COUNT }),
    showErrors: 'left',
    mainField: 'budget',
    save: ({ budget: text }) =>
      deskClient.sync.setBudget.mutate({
        remote: remote.id,
        budget: text.trim() === '' ? null : Number(text),
      }),
    onSaved(_, { budget: text }) {
      const shown = text.trim() === '' ? 'as the settings say' : text.trim();
      notify(
        `Requests a minute to ${remote.name}: ${remote.kind === 'lectern' && text.trim() === '' ? 'no limit' : shown}`,
      );
      close();
    },
  });
  return (
    <FormDialog title="Requests a minute" form={form} close={close} submitLabel="Save">
      <TextInput
        label="Requests that sync may send within a minute"
        description={
          remote.kind === 'lectern'
            ? 'Empty: no limit.'
            : 'Empty: as in Settings. The service answers 60 a minute, which you share with its own pages.'
        }
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        {...form.field('budget')}
      />
    </FormDialog>
  );
}

const NOT_A_COUNT = 'Give a whole number above 0, or leave it empty.';

function isCount(text: string): boolean {
  return /^[1-9][0-9]{0,5}$/.test(text.trim());
}

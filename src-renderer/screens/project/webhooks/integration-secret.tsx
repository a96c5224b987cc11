import { Button, Modal, Select, Switch } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { desk, fieldErrors, problemOf } from '../../../api/desk.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { useRestoreFocus } from '../../../ui/dialog/use-restore-focus.ts';
import { notify, notifyError } from '../../../ui/feedback/notify.tsx';
import { type IntegrationRow, PROVIDER_NAMES } from './webhook-rows.ts';
import classes from './webhooks.module.css';

type DialogProps = { readonly slug: string; readonly server: string; readonly close: () => void };

const PROVIDER_OPTIONS = Object.entries(PROVIDER_NAMES).map(([value, label]) => ({ value, label }));

/** Adds an integration, then shows its secret once. */
export function AddIntegration({ slug, server, close }: DialogProps) {
  useRestoreFocus(true);
  const [provider, setProvider] = useState('github');
  const [secret, setSecret] = useState(true);
  const add = useMutation(desk.webhooks.addIntegration.mutationOptions());
  const isGeneric = provider === 'generic';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!add.isPending) add.mutate({ slug, provider, secret: secret || isGeneric });
  };
  if (add.data)
    return <IntegrationSecret title="Integration added" {...add.data.answer} server={server} close={close} />;
  const hasFormError = add.error && Object.keys(fieldErrors(add.error)).length === 0;
  return (
    <Modal opened onClose={close} title="Add integration" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form className={classes.form} onSubmit={submit}>
        <Select
          label="Provider"
          data={PROVIDER_OPTIONS}
          value={provider}
          allowDeselect={false}
          description="Generic is for anything that can send a POST request, such as a script."
          error={add.error ? fieldErrors(add.error).provider : undefined}
          onChange={(value) => setProvider(value ?? 'github')}
          data-autofocus
        />
        <Switch
          label="Require a secret"
          description={
            isGeneric
              ? 'A generic integration always has one.'
              : 'Without one, any program on this computer can send its events.'
          }
          checked={secret || isGeneric}
          disabled={isGeneric}
          onChange={(event) => setSecret(event.currentTarget.checked)}
        />
        {hasFormError && <p role="alert">{problemOf(add.error).message}</p>}
        <div className={classes.footer}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending}>
            Add integration
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** Confirms the replacement of a secret, then shows the new one once. */
export function NewSecret({ slug, server, row, close }: DialogProps & { readonly row: IntegrationRow }) {
  const renew = useMutation(desk.webhooks.renewSecret.mutationOptions());
  if (renew.data)
    return <IntegrationSecret title="Secret created" {...renew.data.answer} server={server} close={close} />;
  return (
    <ConfirmDialog
      title="New secret"
      confirmLabel="Create secret"
      danger={row.hasSecret}
      busy={renew.isPending}
      problem={renew.error ? problemOf(renew.error).message : undefined}
      run={() => renew.mutate({ slug, id: row.id })}
      close={close}
    >
      {row.hasSecret
        ? 'Events with the old secret are refused until you enter the new one at the provider. This cannot be undone.'
        : 'Events without the secret will be refused.'}
    </ConfirmDialog>
  );
}

type IntegrationSecretProps = {
  readonly title: string;
  readonly server: string;
  readonly path: string;
  readonly secret: string | null;
  readonly close: () => void;
};

function IntegrationSecret({ title, server, path, secret, close }: IntegrationSecretProps) {
  useRestoreFocus(true);
  const url = `${server}${path}`;
  const copy = (text: string, message: string) =>
    void navigator.clipboard.writeText(text).then(() => notify(message), notifyError);
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <p className="dim">Enter this at the provider. {secret !== null && 'The secret is shown only once.'}</p>
      <span className={classes.label}>URL</span>
      <output className={`mono ${classes.copyValue}`} aria-label="URL">
        {url}
      </output>
      {secret !== null && (
        <>
          <span className={classes.label}>Secret</span>
          <output className={`mono ${classes.copyValue}`} aria-label="Secret">
            {secret}
          </output>
        </>
      )}
      <div className={classes.footer}>
        <Button
          variant="default"
          leftSection={<IconCopy size={14} stroke={1.75} aria-hidden />}
          onClick={() => copy(url, 'Copied the URL.')}
        >
          Copy URL
        </Button>
        {secret !== null && (
          <Button
            variant="default"
            leftSection={<IconCopy size={14} stroke={1.75} aria-hidden />}
            data-autofocus
            onClick={() => copy(secret, 'Copied. Treat it as a secret.')}
          >
            Copy secret
          </Button>
        )}
        <Button onClick={close}>Done</Button>
      </div>
    </Modal>
  );
}

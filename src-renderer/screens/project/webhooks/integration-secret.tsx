import { Box, Button, Modal, Select, Stack, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { deskClient } from '../../../api/desk.ts';
import { SecretText } from '../../../features/presenter/secret-text.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { useRestoreFocus } from '../../../ui/dialog/use-restore-focus.ts';
import { copyText } from '../../../ui/feedback/copy-text.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { type IntegrationRow, PROVIDER_NAMES } from './webhook-rows.ts';
import classes from './webhooks.module.css';

type DialogProps = { readonly slug: string; readonly server: string; readonly close: () => void };

const PROVIDER_OPTIONS = Object.entries(PROVIDER_NAMES).map(([value, label]) => ({ value, label }));

/** Adds an integration, then shows its secret once. */
export function AddIntegration({ slug, server, close }: DialogProps) {
  useRestoreFocus(true);
  const [added, setAdded] = useState<CreatedSecret>();
  const form = useForm({
    initialValues: { provider: 'github' },
    save: ({ provider }) => deskClient.webhooks.addIntegration.mutate({ slug, provider }),
    onSaved: ({ answer }) => setAdded(answer),
  });
  const { provider } = form.values;
  if (added) return <IntegrationSecret title="Integration added" {...added} server={server} close={close} />;
  return (
    <FormDialog title="Add integration" form={form} close={close} submitLabel="Add integration">
      <Stack gap="md">
        <Select
          label="Provider"
          data={PROVIDER_OPTIONS}
          value={provider}
          allowDeselect={false}
          description="Generic is for anything that can send a POST request, such as a script."
          error={form.errorOf('provider')}
          onChange={(next) => form.change({ provider: next ?? 'github' })}
          data-autofocus
        />
      </Stack>
    </FormDialog>
  );
}

/** Confirms the replacement of a secret, then shows the new one once. */
export function NewSecret({ slug, server, row, close }: DialogProps & { readonly row: IntegrationRow }) {
  useRestoreFocus(true);
  const [created, setCreated] = useState<CreatedSecret>();
  const form = useForm({
    initialValues: {},
    save: () => deskClient.webhooks.renewSecret.mutate({ slug, id: row.id }),
    onSaved: ({ answer }) => setCreated(answer),
  });
  if (created) return <IntegrationSecret title="Secret created" {...created} server={server} close={close} />;
  return (
    <FormDialog
      title="New secret"
      form={form}
      close={close}
      submitLabel="Create secret"
      danger={row.hasSecret}
    >
      <Box c="var(--text-2)" mb={12}>
        {row.hasSecret
          ? 'Events with the old secret are refused until you enter the new one at the provider. This cannot be undone.'
          : 'Until now all events of this integration are refused, since it has no secret.'}
      </Box>
    </FormDialog>
  );
}

type CreatedSecret = { readonly path: string; readonly secret: string | null };
type IntegrationSecretProps = CreatedSecret & {
  readonly title: string;
  readonly server: string;
  readonly close: () => void;
};

function IntegrationSecret({ title, server, path, secret, close }: IntegrationSecretProps) {
  const url = `${server}${path}`;
  const copy = (text: string, message: string) => copyText(text, message);
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Text c="var(--text-2)" mb="md">
        Enter this at the provider. {secret !== null && 'The secret is shown only once.'}
      </Text>
      <span className={classes.label}>URL</span>
      <output className={`mono ${classes.copyValue}`} aria-label="URL">
        {url}
      </output>
      {secret !== null && (
        <>
          <span className={classes.label}>Secret</span>
          <SecretText className={`mono ${classes.copyValue}`} label="Secret">
            {secret}
          </SecretText>
        </>
      )}
      <DialogButtons>
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
      </DialogButtons>
    </Modal>
  );
}

import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconSend, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { BuildWebhookBody } from '../../../../src-server/model/webhooks/build-webhook.ts';
import { desk, deskClient } from '../../../api/desk.ts';
import { useSecretsHidden } from '../../../features/presenter/presenter-mode.ts';
import { hideAddress } from '../../../features/presenter/secret-text.tsx';
import { ActionItems } from '../../../ui/context-menu/action-items.tsx';
import { contextMenuOf } from '../../../ui/context-menu/context-menu-state.ts';
import { copyable } from '../../../ui/context-menu/copyable.ts';
import { notify, notifyError, notifyUndoable } from '../../../ui/feedback/notify.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { ComputerTimeAgo } from '../../../ui/time-ago.tsx';
import type { WebhookRow } from './webhook-rows.ts';
import classes from './webhooks.module.css';

const ICON = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;

type Props = { readonly slug: string; readonly webhooks: readonly WebhookRow[] };

/** Lists the webhooks that receive build events, with their last delivery. */
export function OutgoingWebhooks({ slug, webhooks }: Props) {
  const form = useForm({
    initialValues: { url: '' },
    schema: BuildWebhookBody,
    showErrors: 'submitted',
    save: ({ url }) => deskClient.webhooks.addWebhook.mutate({ slug, url }),
    onSaved: () => form.change({ url: '' }),
    message: () => 'Added the webhook',
    onRefused: notifyError,
  });
  const isEmpty = form.values.url.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isEmpty) form.submit();
  };
  return (
    <>
      <Text component="h3" fw={600} mt="sm">
        Outgoing webhooks
      </Text>
      <p className="dim">Each URL gets a POST request when a build is triggered and when it finishes.</p>
      {webhooks.length > 0 && (
        <ul className="card" aria-label="Outgoing webhooks">
          {webhooks.map((row) => (
            <Row key={row.id} slug={slug} row={row} />
          ))}
        </ul>
      )}
      <form ref={form.ref} className={classes.add} onSubmit={submit} noValidate>
        <TextInput
          label="Add a URL"
          size="xs"
          placeholder="https://"
          autoComplete="off"
          spellCheck={false}
          {...form.field('url')}
        />
        <Button type="submit" variant="default" aria-disabled={isEmpty} loading={form.isBusy}>
          Add
        </Button>
      </form>
    </>
  );
}

function Row({ slug, row }: { readonly slug: string; readonly row: WebhookRow }) {
  const isHidden = useSecretsHidden();
  const url = isHidden ? hideAddress(row.url) : row.url;
  const test = useMutation(
    desk.webhooks.testWebhook.mutationOptions({
      onSuccess: ({ status, problem }) => notify(problem ?? `The server answered ${status}.`),
      onError: notifyError,
    }),
  );
  const remove = useMutation(
    desk.webhooks.removeWebhook.mutationOptions({
      onSuccess: (changed) => notifyUndoable('Removed the webhook', changed),
      onError: notifyError,
    }),
  );
  const sendTest = () => test.mutate({ slug, id: row.id });
  const removeRow = () => remove.mutate({ slug, id: row.id });
  const actions = [
    { label: 'Send a test', icon: <IconSend {...ICON} />, run: sendTest },
    { label: 'Remove', icon: <IconTrash {...ICON} />, run: removeRow, danger: true },
  ];
  const menu = contextMenuOf({
    label: `Actions for ${url}`,
    items: () => <ActionItems actions={actions} />,
  });
  return (
    <li className={classes.row} {...menu}>
      <Stack gap={2} miw={0}>
        <span className="mono truncate" title={url} {...copyable('URL', isHidden ? null : url)}>
          {url}
        </span>
        <LastDelivery last={row.last} />
      </Stack>
      <Group gap="sm" wrap="nowrap">
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Send a test to ${url}`}
          loading={test.isPending}
          onClick={sendTest}
        >
          Send a test
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={`Remove ${url}`}
          title={`Remove ${url}`}
          loading={remove.isPending}
          onClick={removeRow}
        >
          <IconTrash {...ICON} />
        </ActionIcon>
      </Group>
    </li>
  );
}

const EVENT_LABELS = {
  triggered: 'Build triggered',
  finished: 'Build finished',
  test: 'Test',
} as const;

function LastDelivery({ last }: Pick<WebhookRow, 'last'>) {
  if (last === null) return <span className="dim">Nothing sent yet</span>;
  return (
    <span className={last.problem === null ? 'dim' : classes.failed}>
      {EVENT_LABELS[last.event]}: {last.problem ?? `the server answered ${last.status}.`}{' '}
      <ComputerTimeAgo at={last.at} />
    </span>
  );
}

import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { deskClient } from '../../../api/desk.ts';
import { ActionItems } from '../../../ui/context-menu/action-items.tsx';
import { contextMenuOf } from '../../../ui/context-menu/context-menu-state.ts';
import { confirm } from '../../../ui/dialog/confirm-dialog.tsx';
import { copyText } from '../../../ui/feedback/copy-text.ts';
import { notifyUndoable } from '../../../ui/feedback/notify.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { AddIntegration, NewSecret } from './integration-secret.tsx';
import { type IntegrationRow, PROVIDER_NAMES } from './webhook-rows.ts';
import classes from './webhooks.module.css';

const ICON = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;

type Dialog = { readonly kind: 'add' } | { readonly kind: 'renew'; readonly row: IntegrationRow };

type Props = {
  readonly slug: string;
  /** Base URL; null until the server listens. */
  readonly server: string | null;
  readonly integrations: readonly IntegrationRow[];
};

/** Lists the integrations that receive events. A secret is shown once, when it is created. */
export function IncomingWebhooks({ slug, server, integrations }: Props) {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <Group gap="sm" justify="space-between" wrap="nowrap">
        <p className="dim">
          An integration receives signed push events of a repository's host, and builds what was pushed.
        </p>
        <Button
          variant="default"
          flex="none"
          leftSection={<IconPlus {...ICON} />}
          onClick={() => setDialog({ kind: 'add' })}
        >
          Add integration…
        </Button>
      </Group>
      {integrations.length > 0 && (
        <ul className="card" aria-label="Integrations">
          {integrations.map((row) => (
            <Row
              key={row.id}
              row={row}
              server={server ?? ''}
              renew={() => setDialog({ kind: 'renew', row })}
              remove={() => confirmRemoval(slug, row)}
            />
          ))}
        </ul>
      )}
      {dialog?.kind === 'add' && <AddIntegration slug={slug} server={server ?? ''} close={close} />}
      {dialog?.kind === 'renew' && (
        <NewSecret slug={slug} server={server ?? ''} row={dialog.row} close={close} />
      )}
    </>
  );
}

/** Names an integration: `GitHub 3`. */
function formatIntegrationName({ provider, id }: Pick<IntegrationRow, 'provider' | 'id'>): string {
  return `${PROVIDER_NAMES[provider]} ${id}`;
}

type IntegrationRowProps = {
  readonly row: IntegrationRow;
  readonly server: string;
  readonly renew: () => void;
  readonly remove: () => void;
};

function Row({ row, server, renew, remove }: IntegrationRowProps) {
  const { path, note, hasSecret, lastEventAt } = row;
  const name = formatIntegrationName(row);
  const url = `${server}${path}`;
  const copy = () => copyText(url, 'Copied the URL.');
  const actions = [
    { label: 'Copy URL', icon: <IconCopy {...ICON} />, run: copy },
    { label: 'New secret…', icon: <IconRefresh {...ICON} />, run: renew },
    { label: 'Remove…', icon: <IconTrash {...ICON} />, run: remove, danger: true },
  ];
  const menu = contextMenuOf({
    label: `Actions for ${name}`,
    items: () => <ActionItems actions={actions} />,
  });
  return (
    <li className={classes.row} {...menu}>
      <Stack gap={2} miw={0}>
        <Group gap="0 12px" align="baseline">
          <Text span fw={500}>
            {name}
          </Text>
          <span className="dim">{hasSecret ? 'With a secret' : 'Without a secret: events are refused'}</span>
          <span className="dim">
            {lastEventAt === null ? 'No event yet' : <TimeAgo at={lastEventAt} prefix="Last event" />}
          </span>
        </Group>
        <span className="mono truncate" title={url}>
          {url}
        </span>
        {note !== null && (
          <span className="dim truncate" title={note}>
            Git hook of {note}
          </span>
        )}
      </Stack>
      <Group gap="sm" wrap="nowrap">
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconCopy {...ICON} />}
          aria-label={`Copy URL of ${name}`}
          onClick={() => void copy()}
        >
          Copy URL
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={`New secret for ${name}`}
          title={`New secret for ${name}`}
          onClick={renew}
        >
          <IconRefresh {...ICON} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={`Remove ${name}`}
          title={`Remove ${name}`}
          onClick={remove}
        >
          <IconTrash {...ICON} />
        </ActionIcon>
      </Group>
    </li>
  );
}

function confirmRemoval(slug: string, row: IntegrationRow): void {
  const name = formatIntegrationName(row);
  confirm({
    title: `Remove ${name}`,
    confirmLabel: 'Remove integration',
    body: 'Requests to its URL will be refused. Undo restores it with its secret.',
    async run() {
      const removed = await deskClient.webhooks.removeIntegration.mutate({ slug, id: row.id });
      notifyUndoable(`Removed ${name}`, removed);
    },
  });
}

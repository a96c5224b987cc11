import { Button, Group, Skeleton, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../src-server/desk/router.ts';
import { desk, deskClient } from '../../api/desk.ts';
import { ActionItems, type RowAction } from '../../ui/context-menu/action-items.tsx';
import { contextMenuOf } from '../../ui/context-menu/context-menu-state.ts';
import { confirm } from '../../ui/dialog/confirm-dialog.tsx';
import { notify, notifyError } from '../../ui/feedback/notify.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';

type Token = inferRouterOutputs<DeskRouter>['people']['get']['tokenList'][number];

const ICON = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;

type Props = {
  /** Undefined while they load. */
  readonly tokens: readonly Token[] | undefined;
  readonly make: () => void;
};

/** Lists a person's tokens. The text of a token is fetched only to copy it, and never shown. */
export function TokenTable({ tokens, make }: Props) {
  const tokenText = useMutation(desk.people.tokenText.mutationOptions());

  async function copy({ id, name }: Token): Promise<void> {
    try {
      const { token } = await tokenText.mutateAsync({ id });
      if (token === null) {
        notify(`${name} is not stored here, so it cannot be copied. It still works.`);
        return;
      }
      await navigator.clipboard.writeText(token);
      notify(`Copied ${name}. Treat it as a secret.`);
    } catch (error) {
      notifyError(error);
    }
  }

  if (tokens?.length === 0) {
    return (
      <Group gap="md">
        <p className="dim">No tokens yet. An API client needs one.</p>
        <Button variant="default" onClick={make}>
          Create token
        </Button>
      </Group>
    );
  }
  return (
    <div className="card">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th w={90}>Ends in</Table.Th>
            <Table.Th w={140}>Last used</Table.Th>
            <Table.Th w={140} className="wide-only">
              Created
            </Table.Th>
            <Table.Th w={200}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tokens === undefined && (
            <Table.Tr>
              <Table.Td colSpan={5}>
                <Skeleton height={10} width="40%" radius="sm" />
              </Table.Td>
            </Table.Tr>
          )}
          {tokens?.map((token) => (
            <TokenRow key={token.id} token={token} copy={() => void copy(token)} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function TokenRow({ token, copy }: { readonly token: Token; readonly copy: () => void }) {
  const actions: readonly RowAction[] = [
    { label: 'Copy', icon: <IconCopy {...ICON} />, run: copy },
    { label: 'Revoke…', icon: <IconTrash {...ICON} />, run: () => askToRevoke(token), danger: true },
  ];
  const menu = contextMenuOf({
    label: `Actions for ${token.name}`,
    items: () => <ActionItems actions={actions} />,
  });
  return (
    <Table.Tr {...menu}>
      <Table.Td>
        <Text fw={500} truncate title={token.name}>
          {token.name}
        </Text>
      </Table.Td>
      <Table.Td className="mono dim">…{token.lastFour}</Table.Td>
      <Table.Td className="dim">
        {token.lastUsed === null ? 'Never' : <TimeAgo at={token.lastUsed} />}
      </Table.Td>
      <Table.Td className="dim wide-only">
        <TimeAgo at={token.created} />
      </Table.Td>
      <Table.Td>
        <Group gap="sm" justify="flex-end" wrap="nowrap">
          {actions.map(({ label, icon, run, danger }) => (
            <Button
              key={label}
              size="compact-xs"
              variant={danger ? 'outline' : 'default'}
              {...(danger && { color: 'red' })}
              leftSection={icon}
              aria-label={`${label.replace('…', '')} ${token.name}`}
              onClick={run}
            >
              {label}
            </Button>
          ))}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function askToRevoke({ id, name, lastFour }: Token): void {
  confirm({
    title: `Revoke ${name}`,
    body: (
      <>
        Clients that use the token ending in <span className="mono">{lastFour}</span> will be refused. This
        cannot be undone.
      </>
    ),
    confirmLabel: 'Revoke token',
    async run() {
      await deskClient.people.revokeToken.mutate({ id });
      notify(`Revoked ${name}`);
    },
  });
}

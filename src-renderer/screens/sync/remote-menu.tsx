import { Menu } from '@mantine/core';
import {
  IconDownload,
  IconExternalLink,
  IconGauge,
  IconKey,
  IconPencil,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { deskClient } from '../../api/desk.ts';
import type { RemoteState, RemoteSummary } from '../../features/live-service/remotes.ts';
import { confirm } from '../../ui/dialog/confirm-dialog.tsx';
import { notify } from '../../ui/feedback/notify.tsx';
import { pluralize } from '../../ui/format.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { RenameRemote, ReplaceToken, SetBudget } from './remote-dialogs.tsx';
import { usePull } from './use-pull.ts';

const ICON = { size: 16, stroke: 1.75 } as const;

type Props = { readonly remote: RemoteSummary; readonly state: RemoteState | undefined };

/** Lists what is done to an account rarely. */
export function RemoteMenu({ remote, state }: Props) {
  const [dialog, setDialog] = useState<'rename' | 'token' | 'budget' | null>(null);
  const { pull } = usePull(remote.id);
  const isBusy = remote.openRun !== null || state?.progress != null;
  return (
    <>
      <MenuButton label={`More for ${remote.name}`}>
        <Menu.Item leftSection={<IconDownload {...ICON} />} disabled={isBusy} onClick={() => pull(true)}>
          Pull everything
        </Menu.Item>
        <Menu.Item
          component="a"
          href={new URL('../../', remote.address).href}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink {...ICON} />}
        >
          Open the service
        </Menu.Item>
        <Menu.Item leftSection={<IconKey {...ICON} />} onClick={() => setDialog('token')}>
          Replace token…
        </Menu.Item>
        <Menu.Item leftSection={<IconGauge {...ICON} />} onClick={() => setDialog('budget')}>
          Requests a minute…
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPencil {...ICON} />}
          disabled={isBusy}
          onClick={() => setDialog('rename')}
        >
          Rename…
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="var(--failed)"
          leftSection={<IconPlugConnectedX {...ICON} />}
          disabled={isBusy}
          onClick={() => confirmDisconnect(remote)}
        >
          Disconnect…
        </Menu.Item>
      </MenuButton>
      {dialog === 'rename' && <RenameRemote remote={remote} close={() => setDialog(null)} />}
      {dialog === 'budget' && state && (
        <SetBudget remote={remote} budget={state.budget} close={() => setDialog(null)} />
      )}
      {dialog === 'token' && <ReplaceToken remote={remote} close={() => setDialog(null)} />}
    </>
  );
}

function confirmDisconnect({ id, name, linked }: RemoteSummary): void {
  confirm({
    title: 'Disconnect an account',
    confirmLabel: `Disconnect ${name}`,
    requiredText: name,
    body: `Its token is deleted, and ${pluralize(linked, 'project')} here ${linked === 1 ? 'is' : 'are'} no longer linked. The local copies stay. Nothing changes on the service. This cannot be undone.`,
    async run() {
      const done = await deskClient.sync.remove.mutate({ remote: id });
      notify(`Disconnected ${name}. The local copies stay.`);
      navigate('/live');
      return done;
    },
  });
}

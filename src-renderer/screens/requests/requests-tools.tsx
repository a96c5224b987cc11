import { Menu, Switch } from '@mantine/core';
import { IconDownload, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { desk, deskClient, queryClient } from '../../api/desk.ts';
import { confirm } from '../../ui/dialog/confirm-dialog.tsx';
import { notify, notifyError, notifyUndoable } from '../../ui/feedback/notify.tsx';
import { pluralize } from '../../ui/format.ts';
import { ListToolbar } from '../../ui/list/list-toolbar.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { FilterHelp } from './filter-help.tsx';
import classes from './requests.module.css';
import type { RequestsAddress } from './requests-address.ts';

const ICON = { size: 16, stroke: 1.75 } as const;

type Props = {
  readonly address: RequestsAddress;
  readonly change: (changed: Partial<RequestsAddress>) => void;
  readonly isOn: boolean;
};

/** Shows the filter of the list, the switch of the log, and what can be done with all of it. */
export function RequestsTools({ address, change, isOn }: Props) {
  const { filter, group } = address;
  const set = useMutation(desk.settings.set.mutationOptions());
  return (
    <ListToolbar
      filter={{
        label: 'Filter requests',
        text: filter,
        change: (next) => change({ filter: next }),
        width: 420,
      }}
      actions={
        <>
          <Switch
            label="Log requests"
            className={classes.switch}
            checked={isOn}
            onChange={(event) => {
              const logRequests = event.currentTarget.checked;
              set.mutate(
                { logRequests },
                {
                  onSuccess: (changed) =>
                    notifyUndoable(
                      logRequests ? 'Requests are logged' : 'Requests are no longer logged',
                      changed,
                    ),
                  onError: notifyError,
                },
              );
            }}
          />
          <MenuButton label="More for requests">
            <Menu.Item
              leftSection={<IconUsersGroup {...ICON} />}
              onClick={() => change({ group: group === 'client' ? 'none' : 'client' })}
            >
              {group === 'client' ? 'Show the requests' : 'Group by client'}
            </Menu.Item>
            <Menu.Item leftSection={<IconDownload {...ICON} />} onClick={() => void exportHar(filter)}>
              Export as HAR
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={clearLog}>
              Clear the log…
            </Menu.Item>
          </MenuButton>
        </>
      }
    >
      <FilterHelp add={(word) => change({ filter: `${filter} ${word}`.trim() })} />
    </ListToolbar>
  );
}

async function exportHar(filter: string): Promise<void> {
  try {
    const parts: Blob[] = [];
    let count = 0;
    let at: { readonly after: number; readonly until: number } | undefined;
    do {
      const { text, until, next, ...part } = await deskClient.requests.har.query({ filter, ...at });
      // The browser keeps blobs outside of the window's memory.
      parts.push(new Blob([text]));
      count += part.count;
      at = next === null ? undefined : { after: next, until };
    } while (at);
    saveFile(parts, 'application/json', 'lectern-requests.har');
    notify(`Exported ${pluralize(count, 'request')} as HAR`);
  } catch (error) {
    notifyError(error);
  }
}

function clearLog(): void {
  confirm({
    title: 'Clear the log of requests',
    confirmLabel: 'Clear the log',
    body: 'All requests are removed from the log and from its file. What they changed stays.',
    async run() {
      await deskClient.requests.clear.mutate();
      await queryClient.invalidateQueries(desk.requests.pathFilter());
      notify('Cleared the log of requests');
      return { changed: [] };
    },
  });
}

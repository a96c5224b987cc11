import { Menu } from '@mantine/core';
import { IconCopy, IconFilter, IconListDetails, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { desk } from '../../api/desk.ts';
import { CopyRequestItems } from '../../features/copy-as/copy-request-items.tsx';
import type { RowMenuContents } from '../../ui/table/table-types.ts';
import { copiedRequest, type OpenRequest } from './request-detail.ts';
import type { RequestRow } from './use-live-requests.ts';

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

type Actions = {
  readonly open: (row: RequestRow) => void;
  readonly replay: (request: OpenRequest) => void;
  /** Adds words to the filter. */
  readonly filterBy: (words: string) => void;
};

/** Returns the menu of a request. */
export function requestMenu(actions: Actions): RowMenuContents<RequestRow> {
  return {
    label: ({ id }) => `Actions for request ${id}`,
    items: (row) => <RequestMenuItems row={row} {...actions} />,
  };
}

function RequestMenuItems({ row, open, replay, filterBy }: Actions & { readonly row: RequestRow }) {
  const { data } = useQuery({ ...desk.requests.get.queryOptions({ id: row.id }), staleTime: 0 });
  const { client } = row;
  return (
    <>
      <Menu.Item leftSection={<IconListDetails {...ICON} />} onClick={() => open(row)}>
        Open details
      </Menu.Item>
      <Menu.Item
        leftSection={<IconRefresh {...ICON} />}
        disabled={!data}
        onClick={() => data && replay(data)}
      >
        Send again…
      </Menu.Item>
      <Menu.Divider />
      {client !== '' && (
        <Menu.Item
          leftSection={<IconFilter {...ICON} />}
          onClick={() => filterBy(`client:"${client.replaceAll('"', '')}"`)}
        >
          Only this client
        </Menu.Item>
      )}
      {data ? (
        <CopyRequestItems request={copiedRequest(data)} />
      ) : (
        <Menu.Item leftSection={<IconCopy {...ICON} />} disabled>
          Copy as curl
        </Menu.Item>
      )}
    </>
  );
}

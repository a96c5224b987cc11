import { Button, Group, Menu, Text } from '@mantine/core';
import { IconPlus, IconUserCheck, IconUserOff, IconUserShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { desk, problemOf } from '../../api/desk.ts';
import { copyable } from '../../ui/context-menu/copyable.ts';
import { Chip } from '../../ui/feedback/chip.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Screen } from '../../ui/feedback/screen.tsx';
import { formatCount, pluralize } from '../../ui/format.ts';
import type { Column, RowMenuContents } from '../../ui/table/table-types.ts';
import { VirtualTable } from '../../ui/table/virtual-table.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { AddPerson } from './add-person.tsx';
import { personPath } from './person-path.ts';
import { type PersonActions, type PersonRow, usePersonActions } from './use-person-actions.ts';

const ICON = { size: 14, stroke: 1.75 } as const;

/** Lists everyone who can own tokens and maintain projects. */
export function PeopleScreen() {
  const { data: people, error } = useQuery(desk.people.list.queryOptions());
  const { data: state } = useQuery(desk.system.state.queryOptions());
  const [isAdding, setIsAdding] = useState(false);
  const actions = usePersonActions();
  const me = state?.localUser ?? null;
  const columns = useMemo(() => personColumns(me), [me]);
  const menu = useMemo(() => personMenu(me, actions), [me, actions]);
  const count = people?.length ?? 0;
  const tokens = people?.reduce((sum, each) => sum + each.tokens, 0) ?? 0;
  return (
    <Screen
      title="Tokens and people"
      breadcrumbs={[{ label: 'Tokens and people' }]}
      actions={
        state?.actingAs === null && (
          <Button
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => setIsAdding(true)}
          >
            Add person
          </Button>
        )
      }
      footer={
        people && (
          <>
            <span>{pluralize(count, 'person', 'people')}</span>
            <span>{pluralize(tokens, 'token')}</span>
          </>
        )
      }
    >
      {error && !people ? (
        <EmptyState title="Could not load the people">{problemOf(error).message}</EmptyState>
      ) : (
        <VirtualTable
          label="People"
          columns={columns}
          columnsKey="people"
          menu={menu}
          count={people === undefined ? 6 : count}
          rowAt={(index) => people?.[index]}
          keyOf={(row) => row.id}
          open={(row) => navigate(personPath(row.username))}
          empty={<EmptyState title="No people yet">Add a person, then create a token for them.</EmptyState>}
        />
      )}
      {isAdding && (
        <AddPerson
          close={() => setIsAdding(false)}
          onAdded={(username) => {
            setIsAdding(false);
            navigate(personPath(username));
          }}
        />
      )}
    </Screen>
  );
}

function personColumns(me: string | null): Column<PersonRow>[] {
  return [
    {
      key: 'name',
      header: 'Person',
      width: 'minmax(140px, 3fr)',
      isFixed: true,
      cell: ({ username, active }) => (
        <Group gap="sm" wrap="nowrap" miw={0}>
          <Text span fw={500} truncate title={username} {...copyable('name', username)}>
            {username}
          </Text>
          {username === me && <Chip tone="accent">You</Chip>}
          {!active && <Chip>Deactivated</Chip>}
        </Group>
      ),
    },
    {
      key: 'tokens',
      header: 'Tokens',
      width: '64px',
      align: 'right',
      cell: ({ tokens }) => countCell(tokens),
    },
    {
      key: 'projects',
      header: 'Projects',
      width: '72px',
      align: 'right',
      cell: ({ projects }) => countCell(projects),
    },
    {
      key: 'used',
      header: 'Token last used',
      width: 'minmax(110px, 1fr)',
      cell: ({ lastUsed }) =>
        lastUsed === null ? <span className="dimmer">Never</span> : <TimeAgo at={lastUsed} />,
    },
    {
      key: 'created',
      header: 'Added',
      width: 'minmax(96px, 1fr)',
      wideOnly: true,
      cell: ({ created }) => <TimeAgo at={created} />,
    },
  ];
}

function personMenu(me: string | null, actions: PersonActions): RowMenuContents<PersonRow> {
  return {
    label: ({ username }) => `Actions for ${username}`,
    items: (row) => <PersonMenuItems row={row} me={me} actions={actions} />,
  };
}

type MenuItemsProps = {
  readonly row: PersonRow;
  readonly me: string | null;
  readonly actions: PersonActions;
};

function PersonMenuItems({ row, me, actions }: MenuItemsProps) {
  const { username, active } = row;
  return (
    <>
      <Menu.Item onClick={() => navigate(personPath(username))}>Open {username.slice(0, 24)}</Menu.Item>
      {username !== me && active && (
        <Menu.Item leftSection={<IconUserShare {...ICON} />} onClick={() => actions.actAs(username)}>
          Act as
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={active ? <IconUserOff {...ICON} /> : <IconUserCheck {...ICON} />}
        onClick={() => actions.setActive(username, !active)}
      >
        {active ? 'Deactivate' : 'Activate'}
      </Menu.Item>
    </>
  );
}

function countCell(count: number) {
  return <span className={count === 0 ? 'dimmer' : undefined}>{formatCount(count)}</span>;
}

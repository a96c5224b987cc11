import { Button, Menu } from '@mantine/core';
import { IconPlus, IconUserCheck, IconUserOff, IconUserShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { desk, problemOf } from '../../api/desk.ts';
import { Chip } from '../../ui/feedback/chip.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Screen } from '../../ui/feedback/screen.tsx';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import { type Column, VirtualTable } from '../../ui/table/virtual-table.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { countOf } from '../../ui/time-words.ts';
import { AddPerson } from './add-person.tsx';
import classes from './people.module.css';
import { personPath } from './person-path.ts';
import { type PersonActs, type PersonRow, usePersonActs } from './use-person-acts.ts';

const ICON = { size: 14, stroke: 1.75 } as const;

/** Everybody who can own tokens and maintain projects. */
export function PeopleScreen() {
  const { data: people, error } = useQuery(desk.people.list.queryOptions());
  const { data: state } = useQuery(desk.system.state.queryOptions());
  const [adding, setAdding] = useState(false);
  const acts = usePersonActs();
  const me = state?.localUser ?? null;
  const columns = useMemo(() => columnsFor(me, acts), [me, acts]);
  const count = people?.length ?? 0;
  const tokens = people?.reduce((sum, each) => sum + each.tokens, 0) ?? 0;
  return (
    <Screen
      title="Tokens and people"
      trail={[{ label: 'Tokens and people' }]}
      actions={
        state?.actingAs === null && (
          <Button
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            Add person
          </Button>
        )
      }
      foot={
        people && (
          <>
            <span>{countOf(count, 'person', 'people')}</span>
            <span>{countOf(tokens, 'token')}</span>
          </>
        )
      }
    >
      {error && !people ? (
        <EmptyState title="The list cannot be read">{problemOf(error).message}</EmptyState>
      ) : (
        <VirtualTable
          label="People"
          columns={columns}
          count={people === undefined ? 6 : count}
          rowAt={(index) => people?.[index]}
          keyOf={(row) => row.id}
          open={(row) => navigate(personPath(row.username))}
          empty={<EmptyState title="Nobody here yet">Add a person, then make a token for them.</EmptyState>}
        />
      )}
      {adding && (
        <AddPerson
          close={() => setAdding(false)}
          added={(username) => {
            setAdding(false);
            navigate(personPath(username));
          }}
        />
      )}
    </Screen>
  );
}

function columnsFor(me: string | null, acts: PersonActs): Column<PersonRow>[] {
  return [
    {
      key: 'name',
      head: 'Person',
      width: 'minmax(140px, 3fr)',
      cell: ({ username, active }) => (
        <span className={classes.person}>
          <b className="cut" title={username}>
            {username}
          </b>
          {username === me && <Chip tone="accent">You</Chip>}
          {!active && <Chip>Deactivated</Chip>}
        </span>
      ),
    },
    { key: 'tokens', head: 'Tokens', width: '64px', align: 'right', cell: ({ tokens }) => number(tokens) },
    {
      key: 'projects',
      head: 'Projects',
      width: '72px',
      align: 'right',
      cell: ({ projects }) => number(projects),
    },
    {
      key: 'used',
      head: 'Token last used',
      width: 'minmax(110px, 1fr)',
      cell: ({ lastUsed }) =>
        lastUsed === null ? <span className="dimmer">Never</span> : <TimeAgo at={lastUsed} />,
    },
    {
      key: 'created',
      head: 'Added',
      width: 'minmax(96px, 1fr)',
      wideOnly: true,
      cell: ({ created }) => <TimeAgo at={created} />,
    },
    {
      key: 'acts',
      head: <span className={classes.hidden}>Acts</span>,
      width: '28px',
      cell: (row, active) => (
        <RowMenu
          label={`Acts on ${row.username}`}
          reachable={active}
          items={() => <PersonItems row={row} me={me} acts={acts} />}
        />
      ),
    },
  ];
}

type ItemsProps = { readonly row: PersonRow; readonly me: string | null; readonly acts: PersonActs };

function PersonItems({ row, me, acts }: ItemsProps) {
  const { username, active } = row;
  return (
    <>
      <Menu.Item onClick={() => navigate(personPath(username))}>Open {username.slice(0, 24)}</Menu.Item>
      {username !== me && active && (
        <Menu.Item leftSection={<IconUserShare {...ICON} />} onClick={() => acts.actAs(username)}>
          Act as
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={active ? <IconUserOff {...ICON} /> : <IconUserCheck {...ICON} />}
        onClick={() => acts.setActive(username, !active)}
      >
        {active ? 'Deactivate' : 'Activate'}
      </Menu.Item>
    </>
  );
}

function number(count: number) {
  return <span className={count === 0 ? 'dimmer' : undefined}>{count.toLocaleString('en-GB')}</span>;
}

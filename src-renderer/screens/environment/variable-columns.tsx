import { Menu } from '@mantine/core';
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { tell, tellProblem } from '../../ui/feedback/tell.tsx';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import type { Column } from '../../ui/table/virtual-table.tsx';
import { fullTime, timeAgo } from '../../ui/time-words.ts';
import classes from './environment.module.css';
import { shortened, type VariableRow } from './variable-row.ts';

/** What can be done with a variable. */
export type VariableActs = {
  readonly replace: (row: VariableRow) => void;
  readonly remove: (row: VariableRow) => void;
};

/** The columns of a project's variables. `now` in milliseconds, for the times in words. */
export function variableColumns(acts: VariableActs, now: number): readonly Column<VariableRow>[] {
  return [
    {
      key: 'name',
      head: 'Name',
      sort: 'name',
      width: 'minmax(180px, 1fr)',
      cell: ({ name }) => (
        <span className={`mono ${classes.name}`} title={name}>
          {name}
        </span>
      ),
    },
    {
      key: 'modified',
      head: 'Value set',
      sort: 'modified',
      width: '112px',
      cell: ({ modified }) => <Time at={modified} now={now} />,
    },
    {
      key: 'created',
      head: 'Created',
      sort: 'created',
      width: '112px',
      cell: ({ created }) => <Time at={created} now={now} />,
    },
    {
      key: 'acts',
      head: <span className={classes.unseen}>Acts</span>,
      width: '16px',
      cell: (row, reachable) => (
        <RowMenu
          label={`Acts on ${row.name}`}
          reachable={reachable}
          items={() => <Acts row={row} acts={acts} />}
        />
      ),
    },
  ];
}

/** Bare, since a long list has a good many of them. */
function Time({ at, now }: { readonly at: number; readonly now: number }) {
  return (
    <time className="dim" dateTime={new Date(at / 1000).toISOString()} title={fullTime(at)}>
      {timeAgo(at, now)}
    </time>
  );
}

const ICON = { size: 16, stroke: 1.75 } as const;

function Acts({ row, acts }: { readonly row: VariableRow; readonly acts: VariableActs }) {
  const copy = () =>
    void navigator.clipboard
      .writeText(row.name)
      .then(() => tell(`Copied ${shortened(row.name)}`), tellProblem);
  return (
    <>
      <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={() => acts.replace(row)}>
        Replace value…
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={copy}>
        Copy name
      </Menu.Item>
      <Menu.Divider role="separator" />
      <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={() => acts.remove(row)}>
        Remove variable…
      </Menu.Item>
    </>
  );
}

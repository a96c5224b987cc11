import { Menu } from '@mantine/core';
import { IconCopy, IconEye, IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { Chip } from '../../ui/feedback/chip.tsx';
import { notify, notifyError } from '../../ui/feedback/notify.tsx';
import { formatDateTime, formatTimeAgo } from '../../ui/format.ts';
import type { Column, RowMenuContents } from '../../ui/table/table-types.ts';
import classes from './environment.module.css';
import { truncateName, type VariableRow } from './variable-row.ts';

/** Actions on a variable. */
export type VariableActions = {
  readonly replace: (row: VariableRow) => void;
  readonly remove: (row: VariableRow) => void;
  /** Gives it to builds of pull requests too, or takes it from them. */
  readonly setPublic: (row: VariableRow, isPublic: boolean) => void;
};

/**
 * Defines the columns of the variable list. `unused` are those that builds do not get, `there` those that the service has
 * too; `now` is in milliseconds.
 */
export function variableColumns(
  unused: ReadonlySet<number>,
  there: ReadonlySet<number>,
  now: number,
): readonly Column<VariableRow>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      sort: 'name',
      width: 'minmax(180px, 1fr)',
      isFixed: true,
      cell: ({ id, name, isPublic, hasValue }) => (
        <span className={classes.nameCell}>
          <span className={`mono ${classes.name}`} title={name}>
            {name}
          </span>
          {isPublic && <Chip>Public</Chip>}
          {!hasValue && (there.has(id) ? <UnknownValue /> : <Chip tone="warn">No value</Chip>)}
          {unused.has(id) && (
            <span title="Builds use another variable of this name, which was set later or has a value.">
              <Chip tone="warn">Not used</Chip>
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'modified',
      header: 'Value set',
      sort: 'modified',
      width: '112px',
      cell: ({ modified }) => <Time at={modified} now={now} />,
    },
    {
      key: 'created',
      header: 'Created',
      sort: 'created',
      width: '112px',
      cell: ({ created }) => <Time at={created} now={now} />,
    },
  ];
}

/** Returns the menu of a variable. */
export function variableMenu(actions: VariableActions): RowMenuContents<VariableRow> {
  return {
    label: ({ name }) => `Actions for ${name}`,
    items: (row) => <VariableMenuItems row={row} actions={actions} />,
  };
}

/** Says why a variable that was pulled has no value here: the service never returns one. */
function UnknownValue() {
  return (
    <span title="The service has a value and never shows it. Enter one here if builds on this computer need it; the next push then sends it.">
      <Chip tone="warn">Value unknown here</Chip>
    </span>
  );
}

/** Without a tooltip component, since a list has many. */
function Time({ at, now }: { readonly at: number; readonly now: number }) {
  return (
    <time className="dim" dateTime={new Date(at / 1000).toISOString()} title={formatDateTime(at)}>
      {formatTimeAgo(at, now)}
    </time>
  );
}

const ICON = { size: 16, stroke: 1.75 } as const;

function VariableMenuItems({
  row,
  actions,
}: {
  readonly row: VariableRow;
  readonly actions: VariableActions;
}) {
  const copy = () =>
    void navigator.clipboard
      .writeText(row.name)
      .then(() => notify(`Copied ${truncateName(row.name)}`), notifyError);
  return (
    <>
      <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={() => actions.replace(row)}>
        {row.hasValue ? 'Replace value…' : 'Enter value…'}
      </Menu.Item>
      <Menu.Item
        leftSection={row.isPublic ? <IconEyeOff {...ICON} /> : <IconEye {...ICON} />}
        onClick={() => actions.setPublic(row, !row.isPublic)}
      >
        {row.isPublic ? 'Keep from pull requests' : 'Give to pull requests'}
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={copy}>
        Copy name
      </Menu.Item>
      <Menu.Divider role="separator" />
      <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={() => actions.remove(row)}>
        Remove variable…
      </Menu.Item>
    </>
  );
}

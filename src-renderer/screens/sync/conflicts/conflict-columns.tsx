import { Button, Group, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconBook2, IconDeviceLaptop } from '@tabler/icons-react';
import type { inferRouterOutputs } from '@trpc/server';
import { navigate } from 'wouter/use-browser-location';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import type { Json } from '../../../../src-server/model/builds/build.ts';
import { actionMenu, copyAction } from '../../../ui/context-menu/action-items.tsx';
import type { Column } from '../../../ui/table/table-types.ts';
import { fieldLabel, formatValue, KIND_LABELS } from '../format-sync.ts';
import { ProjectCell } from '../project-cell.tsx';

/** A part of the list of conflicts. */
export type ConflictsPage = inferRouterOutputs<DeskRouter>['sync']['conflicts'];
/** A value that differs on both sides. */
export type ConflictRow = ConflictsPage['rows'][number];

type Resolve = (row: ConflictRow, choice: 'mine' | 'theirs') => void;

/** Returns the columns of the list of conflicts. */
export function conflictColumns(resolve: Resolve): readonly Column<ConflictRow>[] {
  return [
    {
      key: 'project',
      header: 'Project',
      width: 'minmax(80px, 0.7fr)',
      cell: ({ project }) => <ProjectCell slug={project} />,
    },
    {
      key: 'what',
      header: 'What',
      width: 'minmax(110px, 1fr)',
      cell: (row) => {
        const text = nameOf(row);
        return (
          <span className="truncate" title={text}>
            {text}
          </span>
        );
      },
    },
    valueColumn('base', 'Was', ({ base, field, what }) => (what === 'changed' ? [field, base] : null)),
    valueColumn('mine', 'Mine', ({ mine, field, what }) =>
      what === 'deleted-here' ? 'Deleted here' : what === 'changed' ? [field, mine] : 'Changed here',
    ),
    valueColumn('theirs', 'Theirs', ({ theirs, field, what }) =>
      what === 'deleted-there' ? 'Deleted there' : what === 'changed' ? [field, theirs] : 'Changed there',
    ),
    {
      key: 'resolve',
      header: <VisuallyHidden>Resolve</VisuallyHidden>,
      width: '190px',
      cell: (row, active) => (
        <Group gap="xs" wrap="nowrap" justify="flex-end">
          <Button
            size="compact-xs"
            variant="default"
            tabIndex={active ? 0 : -1}
            aria-label={`Keep mine: ${nameOf(row)}`}
            onClick={() => resolve(row, 'mine')}
          >
            Keep mine
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            tabIndex={active ? 0 : -1}
            aria-label={`Take theirs: ${nameOf(row)}`}
            onClick={() => resolve(row, 'theirs')}
          >
            Take theirs
          </Button>
        </Group>
      ),
    },
  ];
}

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Returns the menu of a conflict. */
export function conflictMenu(resolve: Resolve) {
  return actionMenu<ConflictRow>(nameOf, (row) => [
    { label: 'Keep mine', icon: <IconDeviceLaptop {...ICON} />, run: () => resolve(row, 'mine') },
    { label: 'Take theirs', icon: <IconArrowDown {...ICON} />, run: () => resolve(row, 'theirs') },
    {
      label: 'Open project',
      icon: <IconBook2 {...ICON} />,
      run: () => navigate(`/projects/${row.project}`),
    },
    copyAction('slug', row.project),
  ]);
}

function nameOf({ kind, key, field }: ConflictRow): string {
  const object = `${KIND_LABELS[kind][0]} ${key}`;
  return field === null ? object : `${fieldLabel(kind, field)} of ${object}`;
}

type Shown = string | readonly [field: string | null, value: Json] | null;

function valueColumn(key: string, header: string, shownOf: (row: ConflictRow) => Shown): Column<ConflictRow> {
  return {
    key,
    header,
    width: 'minmax(60px, 0.8fr)',
    cell(row) {
      const shown = shownOf(row);
      const text =
        shown === null ? '' : typeof shown === 'string' ? shown : formatValue(shown[0] ?? '', shown[1]);
      return (
        <span className={key === 'base' ? 'dim truncate' : 'truncate'} title={text}>
          {text}
        </span>
      );
    },
  };
}

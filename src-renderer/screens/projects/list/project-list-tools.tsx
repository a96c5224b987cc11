import { Button, Menu } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { memo } from 'react';
import type { ProjectListSort } from '../../../../src-server/model/projects/project-list.ts';
import { ListToolbar } from '../../../ui/list/list-toolbar.tsx';
import { defaultDirection, isFiltered, type ProjectListAddress } from './project-list-address.ts';
import { ProjectListFacets } from './project-list-facets.tsx';
import classes from './projects.module.css';
import { SaveFilter } from './save-filter.tsx';

type Props = {
  readonly address: ProjectListAddress;
  readonly change: (changed: Partial<ProjectListAddress>) => void;
  readonly filterBy: (filter: Partial<ProjectListAddress['filter']>) => void;
};

/** Shows the filters and the order of the list of projects, and a button that saves the filter. */
export const ProjectListTools = memo(({ address, change, filterBy }: Props) => {
  return (
    <ListToolbar
      filter={{
        label: 'Filter by name, slug, tag',
        text: address.filter.text,
        change: (text) => filterBy({ text }),
        width: 236,
      }}
      actions={
        <>
          {isFiltered(address.filter) && <SaveFilter address={address} />}
          <SortMenu address={address} change={change} />
        </>
      }
    >
      <div className={classes.facets}>
        <ProjectListFacets filter={address.filter} filterBy={filterBy} />
      </div>
    </ListToolbar>
  );
});

const SORTS: readonly { readonly sort: ProjectListSort; readonly label: string }[] = [
  { sort: 'last-build', label: 'Last build' },
  { sort: 'name', label: 'Name' },
  { sort: 'active', label: 'Active versions' },
  { sort: 'took', label: 'Duration' },
  { sort: 'default', label: 'Default version' },
  { sort: 'language', label: 'Language' },
];

function SortMenu({ address, change }: Pick<Props, 'address' | 'change'>) {
  const { sort, direction, grouped } = address;
  const label = grouped ? 'Running first' : (SORTS.find((each) => each.sort === sort)?.label ?? '');
  const reversed = direction === 'asc' ? 'desc' : 'asc';
  const sortBy = (value: string) => {
    const next = SORTS.find((each) => each.sort === value)?.sort ?? sort;
    change({ sort: next, direction: defaultDirection(next) });
  };
  return (
    <Menu position="bottom-end" withinPortal width={220} closeOnItemClick={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          className={classes.ghost}
          aria-label={`Order: ${label}`}
          leftSection={<IconArrowsSort size={14} stroke={1.75} />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxItem checked={grouped} onChange={() => change({ grouped: !grouped })}>
          Running first
        </Menu.CheckboxItem>
        <Menu.Divider />
        <Menu.RadioGroup value={sort} onChange={sortBy}>
          {SORTS.map((each) => (
            <Menu.RadioItem key={each.sort} value={each.sort}>
              {each.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.RadioGroup value={direction} onChange={() => change({ direction: reversed })}>
          {(['asc', 'desc'] as const).map((each) => (
            <Menu.RadioItem key={each} value={each}>
              {directionLabel(sort, each)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

function directionLabel(sort: ProjectListSort, direction: 'asc' | 'desc'): string {
  if (sort === 'last-build') return direction === 'asc' ? 'Oldest first' : 'Newest first';
  if (sort === 'took') return direction === 'asc' ? 'Shortest first' : 'Longest first';
  if (sort === 'active') return direction === 'asc' ? 'Fewest first' : 'Most first';
  return direction === 'asc' ? 'A to Z' : 'Z to A';
}

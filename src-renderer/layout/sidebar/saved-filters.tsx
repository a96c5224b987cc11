import { Popover } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { desk } from '../../api/desk.ts';
import { usePreferences } from '../../features/preferences.ts';
import { readProjectListAddress } from '../../screens/projects/list/project-list-address.ts';
import { useNarrow } from '../../ui/window-zoom.ts';
import { SavedFilterList } from './saved-filter-list.tsx';
import classes from './sidebar.module.css';

/** This many are counted at once; a sidebar holds no more. */
const MAX_COUNTED = 50;

/** Shows the saved filters of Projects: as a list, or behind a button where there is no room for one. */
export function SavedFilters() {
  const savedFilters = usePreferences((preferences) => preferences.savedFilters);
  const narrow = useNarrow();
  const filters = savedFilters
    .slice(0, MAX_COUNTED)
    .map(({ search }) => readProjectListAddress(search).filter);
  const { data: counts } = useQuery({
    ...desk.projects.counts.queryOptions(filters),
    enabled: filters.length > 0,
    placeholderData: keepPreviousData,
  });
  if (savedFilters.length === 0) return null;
  if (narrow) return <FiltersButton counts={counts} />;
  return (
    <nav aria-label="Saved filters" className={classes.filters}>
      <h2 className={classes.heading}>Saved filters</h2>
      <SavedFilterList counts={counts} />
    </nav>
  );
}

function FiltersButton({ counts }: { readonly counts: readonly number[] | undefined }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="right-start"
      offset={8}
      width={248}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <button
          type="button"
          className={`${classes.navItem} ${classes.filtersButton}`}
          aria-label="Saved filters"
          title="Saved filters"
          data-opened={opened || undefined}
          onClick={() => setOpened(!opened)}
        >
          <IconBookmark size={16} stroke={1.75} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.filtersPopover} aria-label="Saved filters">
        <h2 className={classes.heading}>Saved filters</h2>
        <SavedFilterList counts={counts} onOpen={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

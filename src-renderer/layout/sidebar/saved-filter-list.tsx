import { ActionIcon } from '@mantine/core';
import { IconBookmark, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { type SavedFilter, usePreferences } from '../../features/preferences.ts';
import {
  readProjectListAddress,
  writeProjectListAddress,
} from '../../screens/projects/list/project-list-address.ts';
import { notify } from '../../ui/feedback/notify.tsx';
import { formatCount } from '../../ui/format.ts';
import classes from './sidebar.module.css';

type Props = {
  /** How many projects match each filter; undefined until known. */
  readonly counts: readonly number[] | undefined;
  /** Runs when a filter is opened. */
  readonly onOpen?: () => void;
};

/** Lists the saved filters, each with its number of projects and a button that deletes it. */
export function SavedFilterList({ counts, onOpen }: Props) {
  const { savedFilters, saveFilter, removeFilter: dropFilter } = usePreferences();
  const [location] = useLocation();
  const search = useSearch();
  const list = useRef<HTMLUListElement>(null);
  const currentSearch = location === '/projects' ? withoutViewState(search) : undefined;

  function remove(filter: SavedFilter, index: number): void {
    dropFilter(filter.name);
    requestAnimationFrame(() => {
      // The button went with its filter; the focus goes to the filter that took its place.
      const links = list.current?.querySelectorAll('a') ?? [];
      if (document.activeElement === document.body) links[Math.min(index, links.length - 1)]?.focus();
    });
    notify(`Deleted filter ${filter.name}`, { label: 'Undo', run: () => saveFilter(filter) });
  }

  return (
    <ul ref={list}>
      {savedFilters.map((filter, index) => {
        const { name } = filter;
        const count = counts?.[index];
        return (
          <li key={name} className={classes.filter}>
            <Link
              href={`/projects${filter.search}`}
              className={classes.navItem}
              title={name}
              aria-current={currentSearch === withoutViewState(filter.search) ? 'true' : undefined}
              onClick={onOpen}
            >
              <IconBookmark size={16} stroke={1.75} aria-hidden />
              <span className={classes.label}>{name}</span>
              {count !== undefined && <span className={classes.count}>{formatCount(count)}</span>}
            </Link>
            <ActionIcon
              className={classes.removeButton}
              variant="subtle"
              color="gray"
              size={20}
              aria-label={`Delete filter ${name}`}
              onClick={() => remove(filter, index)}
            >
              <IconX size={12} />
            </ActionIcon>
          </li>
        );
      })}
    </ul>
  );
}

/** Removes from a search what says only how the list is shown. */
function withoutViewState(search: string): string {
  return writeProjectListAddress({ ...readProjectListAddress(search), at: 0, collapsed: [] });
}

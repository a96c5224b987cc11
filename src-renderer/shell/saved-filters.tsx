import { ActionIcon } from '@mantine/core';
import { IconBookmark, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useLocation, useSearch } from 'wouter';
import { tell } from '../components/tell.tsx';
import { desk } from '../desk.ts';
import { readShelfAddress, writeShelfAddress } from '../screens/projects/shelf-address.ts';
import { type SavedFilter, useLooks } from '../stores/looks.ts';
import classes from './sidebar.module.css';

/** So many are counted at once; more than that no sidebar holds. */
const MOST = 50;

/** Filters of Projects that somebody has given a name, with how many projects fit each. */
export function SavedFilters() {
  const { savedFilters, saveFilter, dropFilter } = useLooks();
  const [location] = useLocation();
  const search = useSearch();
  const here = location === '/projects' ? plain(search) : undefined;
  const filters = savedFilters.slice(0, MOST).map(({ search }) => readShelfAddress(search).filter);
  const { data: counts } = useQuery({
    ...desk.projects.counts.queryOptions(filters),
    enabled: filters.length > 0,
    placeholderData: keepPreviousData,
  });
  if (savedFilters.length === 0) return null;

  function drop(filter: SavedFilter): void {
    dropFilter(filter.name);
    tell(`Forgot the filter ${filter.name}`, { label: 'Undo', run: () => saveFilter(filter) });
  }

  return (
    <nav aria-label="Saved filters" className={classes.filters}>
      <h2 className={classes.head}>Saved filters</h2>
      {savedFilters.map((filter, index) => {
        const { name } = filter;
        const count = counts?.[index];
        return (
          <div key={name} className={classes.filter}>
            <Link
              href={`/projects${filter.search}`}
              className={classes.place}
              title={name}
              aria-current={here === plain(filter.search) ? 'true' : undefined}
            >
              <IconBookmark size={16} stroke={1.75} aria-hidden />
              <span className={classes.label}>{name}</span>
              {count !== undefined && <span className={classes.count}>{count.toLocaleString('en-GB')}</span>}
            </Link>
            <ActionIcon
              className={classes.drop}
              variant="subtle"
              color="gray"
              size={20}
              aria-label={`Forget the filter ${name}`}
              onClick={() => drop(filter)}
            >
              <IconX size={12} />
            </ActionIcon>
          </div>
        );
      })}
    </nav>
  );
}

/** A search without what says only how the list lies on the screen. */
function plain(search: string): string {
  return writeShelfAddress({ ...readShelfAddress(search), at: 0, folded: [] });
}

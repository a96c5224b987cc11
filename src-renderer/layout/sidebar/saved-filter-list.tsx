import { ActionIcon } from '@mantine/core';
import { IconBookmark, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { type SavedFilter, useLooks } from '../../features/looks.ts';
import { readShelfAddress, writeShelfAddress } from '../../screens/projects/list/shelf-address.ts';
import { tell } from '../../ui/feedback/tell.tsx';
import classes from './sidebar.module.css';

type Props = {
  /** How many projects fit each; undefined until it is known. */
  readonly counts: readonly number[] | undefined;
  /** Told when one of them is opened. */
  readonly chosen?: () => void;
};

/** The saved filters, each with how many projects fit it and a way to forget it. */
export function SavedFilterList({ counts, chosen }: Props) {
  const { savedFilters, saveFilter, dropFilter } = useLooks();
  const [location] = useLocation();
  const search = useSearch();
  const list = useRef<HTMLUListElement>(null);
  const here = location === '/projects' ? plain(search) : undefined;

  function drop(filter: SavedFilter, index: number): void {
    dropFilter(filter.name);
    requestAnimationFrame(() => {
      // The button went with its filter; the keyboard goes on from the one that took its place.
      const links = list.current?.querySelectorAll('a') ?? [];
      if (document.activeElement === document.body) links[Math.min(index, links.length - 1)]?.focus();
    });
    tell(`Forgot the filter ${filter.name}`, { label: 'Undo', run: () => saveFilter(filter) });
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
              className={classes.place}
              title={name}
              aria-current={here === plain(filter.search) ? 'true' : undefined}
              onClick={chosen}
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
              onClick={() => drop(filter, index)}
            >
              <IconX size={12} />
            </ActionIcon>
          </li>
        );
      })}
    </ul>
  );
}

/** A search without what says only how the list lies on the screen. */
function plain(search: string): string {
  return writeShelfAddress({ ...readShelfAddress(search), at: 0, folded: [] });
}

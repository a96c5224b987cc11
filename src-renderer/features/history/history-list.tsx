import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { desk } from '../../api/desk.ts';
import { NotLoaded } from '../../ui/feedback/not-loaded.tsx';
import { useNow } from '../../ui/window-clock.ts';
import classes from './history.module.css';
import { type HistoryFilter, historyQuery } from './history-filter.ts';
import { HistoryFilters } from './history-filters.tsx';
import { HistoryRow } from './history-row.tsx';

const MAX_LIMIT = 200;

type Props = {
  /** The project whose changes are listed; without it those of the whole installation. */
  readonly project?: string;
  readonly initialLimit: number;
  readonly filter: HistoryFilter;
  readonly changeFilter: (next: Partial<HistoryFilter>) => void;
};

/** Lists changes, newest first, a sentence each. */
export function HistoryList({ project, initialLimit, filter, changeFilter }: Props) {
  const [limit, setLimit] = useState(initialLimit);
  const now = useNow();
  const question = { ...historyQuery(filter, now), ...(project !== undefined && { project }), limit };
  const { data: entries, error } = useQuery({
    ...desk.undo.history.queryOptions(question),
    placeholderData: keepPreviousData,
  });
  if (entries === undefined) return error && <NotLoaded what="The history" error={error} />;
  const isFiltered = filter.person !== '' || filter.kind !== '' || filter.period !== 'any';
  return (
    <div className={classes.history}>
      {(entries.length > 0 || isFiltered) && (
        <HistoryFilters filter={filter} change={changeFilter} isOfProject={project !== undefined} />
      )}
      {entries.length === 0 && (
        <p className="dim">
          {isFiltered ? 'No changes match these filters.' : 'Every change is listed here, with who made it.'}
        </p>
      )}
      <ol>
        {entries.map((entry) => (
          <HistoryRow key={entry.batch} entry={entry} namesProject={project === undefined} />
        ))}
      </ol>
      {entries.length >= limit && limit < MAX_LIMIT && (
        <Button variant="default" size="compact-xs" onClick={() => setLimit(MAX_LIMIT)} mr="auto">
          Show earlier changes
        </Button>
      )}
    </div>
  );
}

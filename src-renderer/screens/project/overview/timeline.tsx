import { Title } from '@mantine/core';
import { useState } from 'react';
import { NO_FILTER } from '../../../features/history/history-filter.ts';
import { HistoryList } from '../../../features/history/history-list.tsx';
import classes from './overview.module.css';

const INITIAL_LIMIT = 20;

/** Lists the changes of a project, newest first. */
export function Timeline({ slug }: { readonly slug: string }) {
  const [filter, setFilter] = useState(NO_FILTER);
  return (
    <section className={classes.timeline} aria-label="Timeline">
      <Title order={2} mb={8}>
        Timeline
      </Title>
      <HistoryList
        project={slug}
        initialLimit={INITIAL_LIMIT}
        filter={filter}
        changeFilter={(next) => setFilter({ ...filter, ...next })}
      />
    </section>
  );
}

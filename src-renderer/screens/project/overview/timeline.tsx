import { Button, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { desk } from '../../../api/desk.ts';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import classes from './overview.module.css';
import { timelineGroups } from './timeline-groups.ts';

const INITIAL_LIMIT = 20;
const MAX_LIMIT = 200;

/** Lists the changes of a project, newest first. */
export function Timeline({ slug }: { readonly slug: string }) {
  const [limit, setLimit] = useState(INITIAL_LIMIT);
  const { data } = useQuery({
    ...desk.project.timeline.queryOptions({ slug, limit }),
    placeholderData: keepPreviousData,
  });
  if (!data) return null;
  const groups = timelineGroups(data);
  return (
    <section className={classes.timeline} aria-label="Timeline">
      <Title order={2}>Timeline</Title>
      {groups.length === 0 && <p className={classes.empty}>Changes to this project will appear here.</p>}
      <ol>
        {groups.map(({ key, at, actor, entryPoint, text }) => (
          <li key={key} className={classes.event}>
            <span className={classes.eventTime}>
              <TimeAgo at={at} />
            </span>
            <span className={classes.dot} aria-hidden />
            <span className={classes.eventText}>
              {text} <span className="dimmer">{entryPoint === '' ? actor : `${actor}, ${entryPoint}`}</span>
            </span>
          </li>
        ))}
      </ol>
      {data.length >= limit && limit < MAX_LIMIT && (
        <Button variant="default" size="compact-xs" onClick={() => setLimit(MAX_LIMIT)}>
          Show earlier changes
        </Button>
      )}
    </section>
  );
}

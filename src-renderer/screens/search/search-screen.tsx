import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { desk, problemOf } from '../../api/desk.ts';
import { CopyCurl } from '../../features/copy-as/copy-curl.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Screen, Scroll } from '../../ui/feedback/screen.tsx';
import { countOf } from '../../ui/time-words.ts';
import { FoundPage } from './found-page.tsx';
import classes from './search.module.css';
import { useSearchAddress } from './search-address.ts';
import { SearchField } from './search-field.tsx';

const STEP = 20;
const MOST = 100;

/** Search in the built pages of all projects. */
export function SearchScreen() {
  const { q, change } = useSearchAddress();
  const [wanted, setWanted] = useState({ q, limit: STEP });
  const limit = wanted.q === q ? wanted.limit : STEP;
  const asks = q.trim() !== '';
  const { data, error, isPlaceholderData } = useQuery({
    ...desk.docsSearch.find.queryOptions({ q, limit, offset: 0 }),
    enabled: asks,
    placeholderData: keepPreviousData,
    // Pages are indexed after their build, which nobody is told of.
    staleTime: 0,
  });
  const found = asks && !error ? data : undefined;
  const call = { path: `/api/v3/search/?${new URLSearchParams({ q: asks ? q : 'WORDS' })}` };
  return (
    <Screen
      title="Search docs"
      trail={[{ label: 'Search docs' }]}
      actions={<CopyCurl calls={[call]} />}
      tools={<SearchField q={q} change={change} />}
      foot={
        found && (
          <span role="status">
            {`${countOf(found.count, 'page')} found, ${countOf(found.searched.length, 'project')} looked through`}
          </span>
        )
      }
    >
      <Scroll>
        {!asks && <Blank />}
        {asks && error && (
          <p className={classes.problem} role="alert">
            {problemOf(error).message.replace(/^q: /, '')}
          </p>
        )}
        {found?.count === 0 && !isPlaceholderData && (
          <EmptyState title="No page says that">
            {found.searched.length === 0
              ? 'There is no project here by that name with pages to look through.'
              : 'Built pages of the default version are looked through. Another one is named as project:slug/version.'}
          </EmptyState>
        )}
        {found && found.count > 0 && (
          <ol className={classes.pages} aria-label="Pages">
            {found.pages.map((page) => (
              <FoundPage key={page.url} page={page} />
            ))}
          </ol>
        )}
        {found && found.count > found.pages.length && limit < MOST && (
          <Button variant="default" onClick={() => setWanted({ q, limit: limit + STEP })}>
            Show more
          </Button>
        )}
      </Scroll>
    </Screen>
  );
}

function Blank() {
  return (
    <EmptyState title="Search what was built">
      Words find pages that say all of them, “quoted words” stand together. <code>project:slug</code> looks
      through one project and its subprojects, <code>project:slug/version</code> through another version,{' '}
      <code>user:@me</code> through your own projects.
    </EmptyState>
  );
}

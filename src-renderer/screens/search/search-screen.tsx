import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { desk, problemOf } from '../../api/desk.ts';
import { CopyCurl } from '../../features/copy-as/copy-curl.tsx';
import { usePresentReading } from '../../features/presenter/presented-calls.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Screen, ScreenBody } from '../../ui/feedback/screen.tsx';
import { pluralize } from '../../ui/format.ts';
import { moveBetweenLinks } from '../../ui/table/keyboard/focus-list.ts';

import { useSearchAddress } from './search-address.ts';
import { SearchField } from './search-field.tsx';
import { SearchResult } from './search-result.tsx';
import { scopedTo, searchesSubprojects } from './search-scope.ts';

const PAGE_SIZE = 20;
const MAX_RESULTS = 100;

/** Shows the search of the built pages of all projects. */
export function SearchScreen() {
  const { q, change } = useSearchAddress();
  const [request, setRequest] = useState({ q, limit: PAGE_SIZE });
  const limit = request.q === q ? request.limit : PAGE_SIZE;
  const hasQuery = q.trim() !== '';
  const { data, error, isPlaceholderData } = useQuery({
    ...desk.docsSearch.find.queryOptions({ q, limit, offset: 0 }),
    enabled: hasQuery,
    placeholderData: keepPreviousData,
    // Indexing happens after the build and sends no change event.
    staleTime: 0,
  });
  const { data: hasPages = true } = useQuery({ ...desk.docsSearch.hasPages.queryOptions(), staleTime: 0 });
  const results = hasQuery && !error ? data : undefined;
  const hasNoPagesYet = results !== undefined && results.searched.length > 0 && !results.hasPages;
  const withSubprojects = searchesSubprojects(q);
  const call = { path: `/api/v3/search/?${new URLSearchParams({ q: hasQuery ? q : 'WORDS' })}` };
  usePresentReading(hasQuery ? [call] : [], { data: isPlaceholderData ? undefined : data, error });
  return (
    <Screen
      title="Search docs"
      breadcrumbs={[{ label: 'Search docs' }]}
      actions={<CopyCurl calls={[call]} />}
      tools={
        <>
          <SearchField
            label="Search docs"
            placeholder="Words, “a phrase”, project:slug/version"
            q={q}
            change={change}
          />
          {withSubprojects !== null && (
            <Checkbox
              label="Subprojects too"
              checked={withSubprojects}
              onChange={(event) => change(scopedTo(q, event.currentTarget.checked))}
            />
          )}
        </>
      }
      footer={
        results && (
          <span role="status">
            {`${pluralize(results.count, 'page')} found, ${pluralize(results.searched.length, 'project')} searched`}
          </span>
        )
      }
    >
      <ScreenBody>
        {!hasQuery && (hasPages ? <SearchHelp /> : <NoPages />)}
        {hasQuery && error && (
          <Text className="failed" maw={720} role="alert">
            {problemOf(error).message.replace(/^q: /, '')}
          </Text>
        )}
        {results?.count === 0 && !isPlaceholderData && !hasPages && <NoPages />}
        {results?.count === 0 && !isPlaceholderData && hasPages && (
          <EmptyState title={hasNoPagesYet ? 'No pages yet' : 'No matching pages'}>
            {results.searched.length === 0 ? (
              'There is no project with that name and built pages.'
            ) : hasNoPagesYet ? (
              <BuildFirst slugs={results.searched.map(({ project }) => project)} />
            ) : (
              'Only the default version is searched. To search another one, add project:slug/version.'
            )}
          </EmptyState>
        )}
        {results && results.corrected !== null && !isPlaceholderData && (
          <Text maw={760} pb={12} role="status">
            No results for <b>{results.text}</b>. Showing results for <b>{results.corrected}</b>.
          </Text>
        )}
        {results && results.count > 0 && (
          <Stack
            component="ol"
            gap={20}
            maw={760}
            pb={16}
            aria-label="Pages"
            data-keyboard-list=""
            onKeyDown={moveBetweenLinks}
          >
            {results.pages.map((page) => (
              <SearchResult key={page.url} page={page} />
            ))}
          </Stack>
        )}
        {results && results.count > results.pages.length && limit < MAX_RESULTS && (
          <Button variant="default" onClick={() => setRequest({ q, limit: limit + PAGE_SIZE })}>
            Show more
          </Button>
        )}
      </ScreenBody>
    </Screen>
  );
}

/** Says that nothing can be found yet, and what to do. */
function NoPages() {
  return (
    <EmptyState title="No pages to search yet">
      Pages can be searched once a build has passed. <Link href="/projects">Go to projects</Link> and build a
      version.
    </EmptyState>
  );
}

/** Says how the searched project gets pages. */
function BuildFirst({ slugs }: { readonly slugs: readonly string[] }) {
  const [slug = '', ...others] = slugs;
  return (
    <>
      Pages can be searched once a build has passed on this computer.{' '}
      {others.length === 0 ? <Link href={`/projects/${slug}`}>Open {slug}</Link> : 'Open a project'} and build
      it.
    </>
  );
}

function SearchHelp() {
  return (
    <EmptyState title="Search built pages">
      Words find pages that contain all of them, “quoted words” find an exact phrase. The name of a function
      or an option finds where it is described. <code>project:slug</code> searches one project,{' '}
      <code>subprojects:slug</code> its subprojects too, <code>project:slug/version</code> another version,{' '}
      <code>user:@me</code> your own projects.
    </EmptyState>
  );
}

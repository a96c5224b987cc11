import { Button } from '@mantine/core';
import { IconHammer } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { deskClient, problemOf } from '../../api/desk.ts';
import { useRebuild } from '../../features/rebuild.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useWindowedRows } from '../../ui/table/use-windowed-rows.ts';
import { VirtualTable } from '../../ui/table/virtual-table.tsx';
import { countOf, useNow } from '../../ui/time-words.ts';
import { type BuildRow, type BuildsPage, buildColumns } from './build-columns.tsx';
import { BuildTools } from './build-tools.tsx';
import { type BuildsAddress, useBuildsAddress } from './builds-address.ts';
import { TriggerBuild } from './trigger-build.tsx';
import { useBuildActs } from './use-build-acts.ts';
import { buildPath, useTrigger } from './use-trigger.ts';

/** The parts of a list of builds, for the frame that it stands in. */
export type BuildListParts = {
  readonly tools: ReactNode;
  readonly body: ReactNode;
  readonly foot: ReactNode;
};

/** Scrolling has ended when nothing moved for this long, in milliseconds. */
const SETTLED_MS = 200;

/** Queue and history of builds, newest first: of one project, or of all when it is undefined. */
export function useBuildList(ofProject: string | undefined): BuildListParts {
  const { address, change } = useBuildsAddress();
  const [triggering, setTriggering] = useState(false);
  const { outcome, version, commit } = address;
  const project = ofProject ?? address.project;
  const query = useMemo(
    () => ({
      outcomes: outcome === 'all' ? [] : [outcome],
      commit,
      ...(project !== '' && { project }),
      ...(version !== '' && { version }),
    }),
    [outcome, project, version, commit],
  );
  const listKey = JSON.stringify(query);
  const startAt = useRef(address.at).current;
  const { page, rowAt, showing, problem } = useWindowedRows<BuildRow, BuildsPage>({
    listKey: ['builds', listKey],
    read: (offset, limit) => deskClient.builds.page.query({ ...query, offset, limit }),
    startAt,
  });
  const { trigger } = useTrigger();
  const acts = useBuildActs();
  const now = useNow();
  const withProject = ofProject === undefined;
  const columns = useMemo(
    () => buildColumns({ now, withProject, build: trigger, acts, only: change }),
    [now, withProject, trigger, acts, change],
  );
  const keepPlace = usePlace(change);
  const shown = useCallback(
    (first: number, last: number) => {
      showing(first, last);
      keepPlace(first);
    },
    [showing, keepPlace],
  );
  const all = page ? Object.values(page.outcomes).reduce((sum, each) => sum + each, 0) : 0;
  const isNarrowed = outcome !== 'all' || version !== '' || commit !== '' || (withProject && project !== '');
  const isEmpty = page !== undefined && page.count === 0 && !isNarrowed;
  const close = () => setTriggering(false);

  return {
    tools: isEmpty ? undefined : (
      <BuildTools
        address={address}
        ofProject={ofProject}
        outcomes={page?.outcomes}
        change={change}
        trigger={() => setTriggering(true)}
        rebuild={project === '' ? undefined : () => useRebuild.getState().ask(project)}
      />
    ),
    foot:
      page && !isEmpty ? (
        <span role="status">
          {page.count === all
            ? countOf(all, 'build')
            : `${page.count.toLocaleString('en-GB')} of ${countOf(all, 'build')}`}
        </span>
      ) : undefined,
    body: (
      <>
        {page === undefined && problem !== null && problem !== undefined && (
          <EmptyState title="The builds cannot be read">{problemOf(problem).message}</EmptyState>
        )}
        {isEmpty && <NothingBuilt trigger={() => setTriggering(true)} />}
        {isNarrowed && page?.count === 0 && <NoMatch clear={() => change({ ...NO_FILTER, at: 0 })} />}
        {page?.count !== 0 && !(page === undefined && problem) && (
          <VirtualTable
            label={page ? 'Builds' : 'Builds, being read'}
            columns={columns}
            count={page?.count ?? 20}
            rowAt={rowAt}
            keyOf={idOf}
            open={open}
            listKey={listKey}
            startAt={startAt}
            showing={shown}
          />
        )}
        {triggering && (
          <TriggerBuild project={project === '' ? undefined : project} fixed={!withProject} close={close} />
        )}
      </>
    ),
  };
}

const NO_FILTER = { outcome: 'all', project: '', version: '', commit: '' } as const;
const idOf = ({ id }: BuildRow) => id;
const open = ({ projectSlug, id }: BuildRow) => navigate(buildPath(projectSlug, id));

/** Writes the first place on the screen into the address once scrolling has ended, for back, reload and restart. */
function usePlace(change: (changed: Partial<BuildsAddress>) => void): (first: number) => void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (first: number) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => change({ at: first }), SETTLED_MS);
    },
    [change],
  );
}

function NothingBuilt({ trigger }: { readonly trigger: () => void }) {
  return (
    <EmptyState
      title="Nothing built yet"
      choices={[
        {
          icon: <IconHammer size={20} stroke={1.75} aria-hidden />,
          label: 'Build a version',
          hint: 'Its log, its times and what it left will stand here',
          run: trigger,
        },
      ]}
    >
      Builds come from here, from the API, and from versions that are switched on.
    </EmptyState>
  );
}

function NoMatch({ clear }: { readonly clear: () => void }) {
  return (
    <EmptyState title="No build matches">
      Nothing in the queue or the history fits all of these filters.
      <Button variant="default" onClick={clear} ml={12}>
        Clear filters
      </Button>
    </EmptyState>
  );
}

import { IconHammer } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { deskClient, problemOf } from '../../api/desk.ts';
import type { Reading } from '../../features/presenter/presented-calls.ts';
import { useBuildRemedy } from '../../features/trust/use-build-remedy.ts';
import { useSavedPosition } from '../../ui/address/use-saved-position.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { NoMatch } from '../../ui/feedback/no-match.tsx';
import { formatCount, pluralize } from '../../ui/format.ts';
import { useWindowedRows } from '../../ui/table/use-windowed-rows.ts';
import { VirtualTable } from '../../ui/table/virtual-table.tsx';
import { useNow } from '../../ui/window-clock.ts';
import { type BuildRow, type BuildsPage, buildColumns, buildMenu } from './build-columns.tsx';
import { BuildTools } from './build-tools.tsx';
import { useBuildsAddress } from './builds-address.ts';
import { TriggerBuild } from './trigger-build.tsx';
import { useBuildRowActions } from './use-build-row-actions.ts';
import { buildPath, useTriggerBuild } from './use-trigger-build.ts';

/** The parts of a list of builds, for the screen that frames it. */
export type BuildListParts = {
  readonly tools: ReactNode;
  readonly body: ReactNode;
  readonly footer: ReactNode;
  /** What came of reading it. */
  readonly reading: Reading;
};

/** Lists builds, newest first: those of one project, or of all when `projectSlug` is undefined. */
export function useBuildList(projectSlug: string | undefined): BuildListParts {
  const { address, change } = useBuildsAddress();
  const [isTriggering, setIsTriggering] = useState(false);
  const { outcome, version, commit } = address;
  const project = projectSlug ?? address.project;
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
  const { page, rowAt, onVisibleRange, problem } = useWindowedRows<BuildRow, BuildsPage>({
    listKey: ['builds', query],
    fetchPage: (offset, limit) => deskClient.builds.page.query({ ...query, offset, limit }),
    startAt,
  });
  const { trigger } = useTriggerBuild();
  const actions = useBuildRowActions();
  const { apply: applyRemedy } = useBuildRemedy();
  const now = useNow();
  const withProject = projectSlug === undefined;
  const columns = useMemo(
    () => buildColumns({ now, withProject, applyRemedy }),
    [now, withProject, applyRemedy],
  );
  const menu = useMemo(
    () => buildMenu({ withProject, build: trigger, actions, applyRemedy, filterBy: change }),
    [withProject, trigger, actions, applyRemedy, change],
  );
  const savePosition = useSavedPosition(change);
  const onVisibleRangeChange = useCallback(
    (first: number, last: number) => {
      onVisibleRange(first, last);
      savePosition(first);
    },
    [onVisibleRange, savePosition],
  );
  const total = page ? Object.values(page.outcomes).reduce((sum, count) => sum + count, 0) : 0;
  const isFiltered = outcome !== 'all' || version !== '' || commit !== '' || (withProject && project !== '');
  const isEmpty = page !== undefined && page.count === 0 && !isFiltered;
  const close = () => setIsTriggering(false);
  const openTrigger = useCallback(() => setIsTriggering(true), []);

  return {
    reading: { data: page, error: problem },
    tools: isEmpty ? undefined : (
      <BuildTools
        address={address}
        projectSlug={projectSlug}
        outcomes={page?.outcomes}
        change={change}
        trigger={openTrigger}
      />
    ),
    footer:
      page && !isEmpty ? (
        <span role="status">
          {page.count === total
            ? pluralize(total, 'build')
            : `${formatCount(page.count)} of ${pluralize(total, 'build')}`}
        </span>
      ) : undefined,
    body: (
      <>
        {page === undefined && problem !== null && problem !== undefined && (
          <EmptyState title="The builds could not be loaded">{problemOf(problem).message}</EmptyState>
        )}
        {isEmpty && <NoBuilds trigger={openTrigger} />}
        {isFiltered && page?.count === 0 && (
          <NoMatch of="builds" clear={() => change({ ...NO_FILTER, at: 0 })} />
        )}
        {page?.count !== 0 && !(page === undefined && problem) && (
          <VirtualTable
            label={page ? 'Builds' : 'Builds, loading'}
            columns={columns}
            columnsKey={withProject ? 'builds' : 'project-builds'}
            menu={menu}
            count={page?.count ?? 20}
            rowAt={rowAt}
            keyOf={idOf}
            open={open}
            listKey={listKey}
            startAt={address.at}
            onVisibleRange={onVisibleRangeChange}
          />
        )}
        {isTriggering && (
          <TriggerBuild
            project={project === '' ? undefined : project}
            isProjectFixed={!withProject}
            close={close}
          />
        )}
      </>
    ),
  };
}

const NO_FILTER = { outcome: 'all', project: '', version: '', commit: '' } as const;
const idOf = ({ id }: BuildRow) => id;
const open = ({ projectSlug, id }: BuildRow) => navigate(buildPath(projectSlug, id));

function NoBuilds({ trigger }: { readonly trigger: () => void }) {
  return (
    <EmptyState
      title="No builds yet"
      choices={[
        {
          icon: <IconHammer size={20} stroke={1.75} aria-hidden />,
          label: 'Build a version',
          hint: 'Its log, duration and pages appear here.',
          run: trigger,
        },
      ]}
    >
      Builds are started here, through the API and by activating a version.
    </EmptyState>
  );
}

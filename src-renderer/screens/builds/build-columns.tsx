import { Menu, VisuallyHidden } from '@mantine/core';
import {
  IconCopy,
  IconFilter,
  IconGitCommit,
  IconHammer,
  IconRefresh,
  IconTerminal2,
  IconX,
} from '@tabler/icons-react';
import type { inferRouterOutputs } from '@trpc/server';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { DeskRouter } from '../../../src-server/desk/router.ts';
import { isEnded } from '../../../src-server/model/builds/build.ts';
import {
  BuildIcon,
  buildDisplayState,
  buildReason,
  buildStateLabel,
  isBuildInProgress,
} from '../../features/build-status/build-display-state.tsx';
import { commitText } from '../../features/build-status/commit-text.ts';
import { BuildDuration } from '../../features/build-status/elapsed-time.tsx';
import { FetchedDocsMenuItems } from '../../features/pages/docs-menu-items.tsx';
import { RemedyButton } from '../../features/trust/remedy-button.tsx';
import { type RemediedBuild, remedyLabel } from '../../features/trust/use-build-remedy.ts';
import { copyable } from '../../ui/context-menu/copyable.ts';
import { copyText } from '../../ui/feedback/copy-text.ts';
import { RECORDED_BUILD, RecordChip } from '../../ui/feedback/record-chip.tsx';
import { formatDateTime, formatTimeAgo } from '../../ui/format.ts';
import type { Column, RowMenuContents } from '../../ui/table/table-types.ts';
import classes from './builds.module.css';
import type { BuildsAddress } from './builds-address.ts';
import type { BuildRowActions } from './use-build-row-actions.ts';
import { buildPath } from './use-trigger-build.ts';

/** A page of the list of builds, as the desk returns it. */
export type BuildsPage = inferRouterOutputs<DeskRouter>['builds']['page'];
/** One build of the list. */
export type BuildRow = BuildsPage['rows'][number];

type Options = {
  /** In milliseconds. */
  readonly now: number;
  readonly withProject: boolean;
  readonly build: (project: string, version: string) => void;
  readonly actions: BuildRowActions;
  /** Does what makes a failed build pass. */
  readonly applyRemedy: (build: RemediedBuild) => void;
  readonly filterBy: (changed: Partial<BuildsAddress>) => void;
};

/** Returns the columns of a list of builds. */
export function buildColumns({
  now,
  withProject,
  applyRemedy,
}: Pick<Options, 'now' | 'withProject' | 'applyRemedy'>): readonly Column<BuildRow>[] {
  const project: Column<BuildRow> = {
    key: 'project',
    header: 'Project',
    width: 'minmax(96px, 1.2fr)',
    cell: ({ projectName, projectSlug }) => (
      <span className={classes.project} title={`${projectName} (${projectSlug})`}>
        {projectName}
      </span>
    ),
  };
  return [
    {
      key: 'state',
      header: <VisuallyHidden>Status</VisuallyHidden>,
      width: '14px',
      isFixed: true,
      cell: (row) => <BuildIcon state={buildDisplayState(row)} isLabelled={false} />,
    },
    {
      key: 'id',
      header: 'Build',
      width: '64px',
      isFixed: true,
      cell: ({ id, projectSlug }) => (
        <Link href={buildPath(projectSlug, id)} tabIndex={-1} className={classes.id}>
          {id}
        </Link>
      ),
    },
    ...(withProject ? [project] : []),
    {
      key: 'version',
      header: 'Version',
      width: 'minmax(72px, 0.8fr)',
      cell: ({ versionSlug }) => (
        <span className="mono" title={versionSlug} {...copyable('version', versionSlug)}>
          {versionSlug}
        </span>
      ),
    },
    {
      key: 'how',
      header: 'State',
      width: 'minmax(90px, 3fr)',
      cell: (row, active) => {
        const state = <StateCell row={row} active={active} applyRemedy={applyRemedy} />;
        if (!row.recorded) return state;
        return (
          <span className={classes.recorded}>
            {state}
            <RecordChip reason={RECORDED_BUILD} />
          </span>
        );
      },
    },
    {
      key: 'commit',
      header: 'Commit',
      width: 'minmax(72px, 1.5fr)',
      mediumOnly: true,
      cell: (row) => <CommitCell row={row} />,
    },
    {
      key: 'created',
      header: 'Triggered',
      width: '104px',
      cell: ({ created }) => (
        <span className="dim" title={formatDateTime(created)}>
          {formatTimeAgo(created, now)}
        </span>
      ),
    },
    {
      key: 'duration',
      header: 'Duration',
      width: '68px',
      mediumOnly: true,
      align: 'right',
      cell: (row) => <BuildDuration build={row} />,
    },
  ];
}

/** Returns the menu of a build in a list. */
export function buildMenu(options: Omit<Options, 'now'>): RowMenuContents<BuildRow> {
  return {
    label: ({ id }) => `Actions for build ${id}`,
    items: (row) => <RowActions row={row} {...options} />,
  };
}

type StateCellProps = Pick<Options, 'applyRemedy'> & { readonly row: BuildRow; readonly active: boolean };

function StateCell({ row, active, applyRemedy }: StateCellProps) {
  const displayState = buildDisplayState(row);
  const label = buildStateLabel(displayState);
  if (isBuildInProgress(displayState))
    return <span className={displayState === 'triggered' ? 'dimmer' : 'in-progress'}>{label}</span>;
  if (displayState === 'passed') return <span className="dim">{label}</span>;
  const reason = buildReason(row);
  return (
    <span className={classes.state} title={row.error || undefined}>
      <span className={displayState === 'failed' ? 'failed' : 'dim'}>{label}</span>
      {row.remedy !== null && (
        <RemedyButton
          remedy={row.remedy}
          of={`build ${row.id}`}
          isTabStop={active}
          run={() => applyRemedy({ id: row.id, project: row.projectSlug, remedy: row.remedy })}
        />
      )}
      {reason !== '' && <span className={classes.error}>{reason}</span>}
    </span>
  );
}

function CommitCell({ row }: { readonly row: BuildRow }) {
  const { commit } = row;
  return (
    <span
      className={classes.commit}
      title={[commit, commitText(row)].filter(Boolean).join('\n') || undefined}
    >
      <span className="mono dimmer">{commit?.slice(0, 7) ?? ''}</span>
      <bdi className={classes.subject}>{row.commitSubject}</bdi>
    </span>
  );
}

type RowActionsProps = Pick<Options, 'build' | 'actions' | 'applyRemedy' | 'filterBy' | 'withProject'> & {
  readonly row: BuildRow;
};

function RowActions({ row, build, actions, applyRemedy, filterBy, withProject }: RowActionsProps) {
  const { id, projectSlug, versionSlug, commit, state, served, remedy } = row;
  const copy = () => copyText(commit ?? '', 'Copied the commit');
  return (
    <>
      <Menu.Item
        leftSection={<IconTerminal2 size={16} stroke={1.75} />}
        onClick={() => navigate(buildPath(projectSlug, id))}
      >
        Open log
      </Menu.Item>
      {isEnded(state) ? (
        <Menu.Item
          leftSection={<IconRefresh size={16} stroke={1.75} />}
          onClick={() => actions.retry(projectSlug, id)}
        >
          Retry
        </Menu.Item>
      ) : (
        <>
          <Menu.Item
            leftSection={<IconX size={16} stroke={1.75} />}
            onClick={() => actions.cancel(projectSlug, id)}
          >
            Cancel build
          </Menu.Item>
          <Menu.Item
            leftSection={<IconHammer size={16} stroke={1.75} />}
            onClick={() => build(projectSlug, versionSlug)}
          >
            <span className="truncate">
              Build <span className="mono">{versionSlug}</span> again
            </span>
          </Menu.Item>
        </>
      )}
      {remedy !== null && (
        <Menu.Item
          leftSection={<IconRefresh size={16} stroke={1.75} />}
          onClick={() => applyRemedy({ id, project: projectSlug, remedy })}
        >
          {remedyLabel(remedy, { isShort: true })}
        </Menu.Item>
      )}
      {served && (
        <FetchedDocsMenuItems
          project={projectSlug}
          version={versionSlug}
          build={(version) => build(projectSlug, version)}
        />
      )}
      <Menu.Divider />
      {withProject && (
        <Menu.Item
          leftSection={<IconFilter size={16} stroke={1.75} />}
          onClick={() => filterBy({ project: projectSlug, version: '' })}
        >
          Only this project
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconFilter size={16} stroke={1.75} />}
        onClick={() =>
          filterBy(withProject ? { project: projectSlug, version: versionSlug } : { version: versionSlug })
        }
      >
        Only this version
      </Menu.Item>
      {commit && (
        <>
          <Menu.Item
            leftSection={<IconGitCommit size={16} stroke={1.75} />}
            onClick={() => filterBy({ commit })}
          >
            Only this commit
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={16} stroke={1.75} />} onClick={copy}>
            Copy commit
          </Menu.Item>
        </>
      )}
    </>
  );
}

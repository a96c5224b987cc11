import { Menu } from '@mantine/core';
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
import {
  BuildGlyph,
  buildLook,
  buildReason,
  buildWord,
  inFlight,
} from '../../features/build-status/build-state.tsx';
import { useRunningNow } from '../../features/build-status/running-now.ts';
import { PagesItemsOf } from '../../features/pages/pages-items.tsx';
import { tell } from '../../ui/feedback/tell.tsx';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import type { Column } from '../../ui/table/virtual-table.tsx';
import { durationWords, fullTime, timeAgo } from '../../ui/time-words.ts';
import classes from './builds.module.css';
import type { BuildsAddress } from './builds-address.ts';
import type { BuildActs } from './use-build-acts.ts';
import { buildPath } from './use-trigger.ts';

/** A window on the list of builds, as the desk gives it. */
export type BuildsPage = inferRouterOutputs<DeskRouter>['builds']['page'];
/** One build of it. */
export type BuildRow = BuildsPage['rows'][number];

type Given = {
  /** In milliseconds. */
  readonly now: number;
  readonly withProject: boolean;
  readonly build: (project: string, version: string) => void;
  readonly acts: BuildActs;
  readonly only: (changed: Partial<BuildsAddress>) => void;
};

/** The columns of a list of builds. */
export function buildColumns({ now, withProject, build, acts, only }: Given): readonly Column<BuildRow>[] {
  const project: Column<BuildRow> = {
    key: 'project',
    head: 'Project',
    width: 'minmax(120px, 1.2fr)',
    cell: ({ projectName, projectSlug }) => (
      <span className={classes.project} title={`${projectName} (${projectSlug})`}>
        {projectName}
      </span>
    ),
  };
  return [
    {
      key: 'state',
      head: <span className={classes.hidden}>State</span>,
      width: '14px',
      cell: (row) => <BuildGlyph look={buildLook(row)} labelled={false} />,
    },
    {
      key: 'id',
      head: 'Build',
      width: '64px',
      cell: ({ id, projectSlug }) => (
        <Link href={buildPath(projectSlug, id)} tabIndex={-1} className={classes.id}>
          {id}
        </Link>
      ),
    },
    ...(withProject ? [project] : []),
    {
      key: 'version',
      head: 'Version',
      width: 'minmax(80px, 0.8fr)',
      cell: ({ versionSlug }) => (
        <span className="mono" title={versionSlug}>
          {versionSlug}
        </span>
      ),
    },
    { key: 'how', head: 'State', width: 'minmax(90px, 1.4fr)', cell: (row) => <State row={row} /> },
    {
      key: 'commit',
      head: 'Commit',
      width: '72px',
      cell: ({ commit }) => (
        <span className="mono dimmer" title={commit ?? undefined}>
          {commit?.slice(0, 7) ?? ''}
        </span>
      ),
    },
    {
      key: 'created',
      head: 'Triggered',
      width: '104px',
      cell: ({ created }) => (
        <span className="dim" title={fullTime(created)}>
          {timeAgo(created, now)}
        </span>
      ),
    },
    { key: 'took', head: 'Took', width: '56px', align: 'right', cell: (row) => <Took row={row} /> },
    {
      key: 'acts',
      head: <span className={classes.hidden}>Acts</span>,
      width: '16px',
      cell: (row, active) => (
        <RowMenu
          label={`Acts on build ${row.id}`}
          reachable={active}
          items={() => <Acts row={row} build={build} acts={acts} only={only} withProject={withProject} />}
        />
      ),
    },
  ];
}

function State({ row }: { readonly row: BuildRow }) {
  const look = buildLook(row);
  const word = buildWord(look);
  if (inFlight(look)) return <span className={look === 'triggered' ? 'dimmer' : classes.flight}>{word}</span>;
  if (look === 'passed') return <span className="dim">{word}</span>;
  const why = buildReason(row);
  return (
    <span title={row.error || undefined}>
      <span className={look === 'failed' ? classes.failed : 'dim'}>{word}</span>
      {why !== '' && <span className={classes.error}>{why}</span>}
    </span>
  );
}

function Took({ row }: { readonly row: BuildRow }) {
  const look = buildLook(row);
  if (look === 'triggered') return null;
  // What came with a file is as it was written down; nothing of it goes on.
  if (inFlight(look)) return row.recorded ? null : <Elapsed since={row.claimed ?? row.created} />;
  return row.duration === null ? null : <span className="dim">{durationWords(row.duration)}</span>;
}

function Elapsed({ since }: { readonly since: number }) {
  const now = useRunningNow();
  return <span className={classes.flight}>{durationWords((now - since / 1000) / 1000)}</span>;
}

type ActsProps = Pick<Given, 'build' | 'acts' | 'only' | 'withProject'> & { readonly row: BuildRow };

function Acts({ row, build, acts, only, withProject }: ActsProps) {
  const { id, projectSlug, versionSlug, commit, state, served } = row;
  const copy = () => void navigator.clipboard.writeText(commit ?? '').then(() => tell('Copied the commit'));
  return (
    <>
      <Menu.Item
        leftSection={<IconTerminal2 size={16} stroke={1.75} />}
        onClick={() => navigate(buildPath(projectSlug, id))}
      >
        Open log
      </Menu.Item>
      {state === 'finished' ? (
        <Menu.Item
          leftSection={<IconRefresh size={16} stroke={1.75} />}
          onClick={() => acts.retry(projectSlug, id)}
        >
          Retry
        </Menu.Item>
      ) : (
        <>
          <Menu.Item
            leftSection={<IconX size={16} stroke={1.75} />}
            onClick={() => acts.cancel(projectSlug, id)}
          >
            Cancel build
          </Menu.Item>
          <Menu.Item
            leftSection={<IconHammer size={16} stroke={1.75} />}
            onClick={() => build(projectSlug, versionSlug)}
          >
            <span className="cut">
              Build <span className="mono">{versionSlug}</span> again
            </span>
          </Menu.Item>
        </>
      )}
      {served && (
        <PagesItemsOf
          project={projectSlug}
          version={versionSlug}
          build={(version) => build(projectSlug, version)}
        />
      )}
      <Menu.Divider />
      {withProject && (
        <Menu.Item
          leftSection={<IconFilter size={16} stroke={1.75} />}
          onClick={() => only({ project: projectSlug, version: '' })}
        >
          Only this project
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconFilter size={16} stroke={1.75} />}
        onClick={() =>
          only(withProject ? { project: projectSlug, version: versionSlug } : { version: versionSlug })
        }
      >
        Only this version
      </Menu.Item>
      {commit && (
        <>
          <Menu.Item leftSection={<IconGitCommit size={16} stroke={1.75} />} onClick={() => only({ commit })}>
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

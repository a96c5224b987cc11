import { VisuallyHidden } from '@mantine/core';
import { type MouseEvent, memo } from 'react';
import { navigate } from 'wouter/use-browser-location';
import {
  languageName,
  programmingLanguageName,
} from '../../../../src-server/model/projects/languages/languages.ts';
import {
  type BuildDisplayState,
  BuildIcon,
  buildStateLabel,
  isBuildInProgress,
  Sparkline,
} from '../../../features/build-status/build-display-state.tsx';
import { BuildOutcomes } from '../../../features/build-status/build-outcomes.tsx';
import { BuildDuration } from '../../../features/build-status/elapsed-time.tsx';
import { OnlyHere, RemoteMark } from '../../../features/live-service/remote-mark.tsx';
import type { RemoteSummary } from '../../../features/live-service/remotes.ts';
import { RemedyButton } from '../../../features/trust/remedy-button.tsx';
import { copyable } from '../../../ui/context-menu/copyable.ts';
import { RECORDED_BUILD, RecordChip } from '../../../ui/feedback/record-chip.tsx';
import { formatDateTime, formatTimeAgo, lowerFirst } from '../../../ui/format.ts';
import type { Column } from '../../../ui/table/table-types.ts';
import { formatPeople, type ProjectListRow, projectDisplayState } from './project-list-row.ts';
import classes from './projects.module.css';
import type { RowActions } from './row-menu-items.tsx';

const OUTCOMES_SHOWN = 10;

/* Cells are plain elements with titles, since hundreds of them mount while scrolling. */

/**
 * Returns the columns of the list of projects. `now` in milliseconds, for relative times. With connected accounts, one
 * says what is linked and what is only here.
 */
export function projectListColumns(
  now: number,
  applyRemedy: RowActions['applyRemedy'],
  remotes: readonly RemoteSummary[] = [],
): readonly Column<ProjectListRow>[] {
  return [
    {
      key: 'state',
      header: <VisuallyHidden>Status</VisuallyHidden>,
      width: '14px',
      isFixed: true,
      cell: (row) => <BuildIcon state={projectDisplayState(row)} />,
    },
    {
      key: 'name',
      header: 'Project',
      sort: 'name',
      // In a wide window the other columns share what it leaves.
      width: 'minmax(108px, 520px)',
      isFixed: true,
      cell: (row, active) => <Name row={row} active={active} applyRemedy={applyRemedy} />,
    },
    ...(remotes.length > 0 ? [liveColumn(remotes)] : []),
    {
      key: 'default',
      header: 'Default',
      sort: 'default',
      width: 'minmax(72px, 0.8fr)',
      cell: ({ defaultVersion }) => (
        <span className="mono" title={defaultVersion} {...copyable('version', defaultVersion)}>
          {defaultVersion}
        </span>
      ),
    },
    {
      key: 'language',
      header: 'Lang',
      sort: 'language',
      width: '44px',
      mediumOnly: true,
      cell: ({ language }) => (
        <span className="mono dim" title={languageName(language)}>
          {language}
        </span>
      ),
    },
    {
      key: 'code',
      header: 'Code',
      width: 'minmax(80px, 0.6fr)',
      wideOnly: true,
      cell: ({ programmingLanguage }) => (
        <span className="dim">{programmingLanguageName(programmingLanguage)}</span>
      ),
    },
    {
      key: 'active',
      header: 'Active',
      sort: 'active',
      width: '56px',
      align: 'right',
      cell: ({ activeVersions, versions }) => (
        <span className="dim" title={`${activeVersions} of ${versions} versions are active`}>
          {activeVersions} / {versions}
        </span>
      ),
    },
    {
      key: 'last-build',
      header: 'Last build',
      sort: 'last-build',
      // Shows “Cancelled 59 min ago” in whole, in a wide window with the badge of a record.
      width: 'minmax(132px, min(204px, 13cqw))',
      cell: (row) => <LastBuildCell row={row} now={now} />,
    },
    {
      key: 'took',
      header: 'Duration',
      sort: 'took',
      width: '68px',
      mediumOnly: true,
      align: 'right',
      cell: ({ lastBuild }) => lastBuild && <BuildDuration build={lastBuild} />,
    },
    {
      key: 'durations',
      header: 'Recent',
      width: '82px',
      wideOnly: true,
      cell: ({ recentBuilds }) => <Durations builds={recentBuilds} />,
    },
    {
      key: 'outcomes',
      header: `Last ${OUTCOMES_SHOWN} builds`,
      width: '134px',
      widestOnly: true,
      cell: ({ recentBuilds }) => <Outcomes builds={recentBuilds} />,
    },
    {
      key: 'people',
      header: 'People',
      width: 'minmax(84px, 1fr)',
      mediumOnly: true,
      cell: ({ people }) => (
        <span className="dim" title={people.join(', ')}>
          {formatPeople(people)}
        </span>
      ),
    },
  ];
}

function liveColumn(remotes: readonly RemoteSummary[]): Column<ProjectListRow> {
  return {
    key: 'live',
    header: 'Live',
    width: '52px',
    cell({ live }) {
      const remote = live && remotes.find(({ id }) => id === live.remoteId);
      if (!live || !remote) return <OnlyHere isIconOnly />;
      return <RemoteMark remote={remote} outgoing={live.outgoing} conflicts={live.conflicts} isIconOnly />;
    },
  };
}

type NameProps = Pick<RowActions, 'applyRemedy'> & { readonly row: ProjectListRow; readonly active: boolean };

function Name({ row: { name, slug, lastBuild, recordReason }, active, applyRemedy }: NameProps) {
  const href = `/projects/${slug}`;
  const openProject = (event: MouseEvent) => {
    if (event.shiftKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <span
      className={classes.name}
      data-record={recordReason !== null || undefined}
      title={name === slug ? name : `${name} (${slug})`}
    >
      <a href={href} tabIndex={-1} onClick={openProject}>
        {name}
      </a>
      <span className="mono">{slug}</span>
      {recordReason !== null && <RecordChip reason={recordReason} />}
      {lastBuild?.remedy && (
        <RemedyButton
          remedy={lastBuild.remedy}
          of={name}
          isTabStop={active}
          run={() => applyRemedy({ ...lastBuild, project: slug })}
        />
      )}
    </span>
  );
}

function LastBuildCell({ row, now }: { readonly row: ProjectListRow; readonly now: number }) {
  const { lastBuild, recordReason } = row;
  const text = <LastBuild displayState={projectDisplayState(row)} at={lastBuild?.created} now={now} />;
  // A project that is a record says so beside its name.
  if (!lastBuild?.recorded || recordReason !== null) return text;
  return (
    <span className={classes.recorded} title={RECORDED_BUILD}>
      {text}
      <RecordChip reason={RECORDED_BUILD} />
    </span>
  );
}

type LastBuildProps = {
  readonly displayState: BuildDisplayState;
  readonly at: number | undefined;
  readonly now: number;
};

function LastBuild({ displayState, at, now }: LastBuildProps) {
  if (displayState === 'not-built' || at === undefined) return <span className="dim">Not built</span>;
  if (isBuildInProgress(displayState))
    return (
      <span className={displayState === 'triggered' ? 'dimmer' : 'in-progress'}>
        {buildStateLabel(displayState)}
      </span>
    );
  const ago = formatTimeAgo(at, now);
  const lowercasedAgo = lowerFirst(ago);
  const text = displayState === 'passed' ? ago : `${buildStateLabel(displayState)} ${lowercasedAgo}`;
  return (
    <span
      className={displayState === 'failed' ? 'failed' : 'dim'}
      title={`${buildStateLabel(displayState)}, ${formatDateTime(at)}`}
    >
      {text}
    </span>
  );
}

type DurationsProps = { readonly builds: ProjectListRow['recentBuilds'] };

const Durations = memo(({ builds }: DurationsProps) =>
  builds.length === 0 ? (
    <span className="meta">No builds yet</span>
  ) : (
    <Sparkline builds={[...builds].reverse()} bars={12} />
  ),
);

const Outcomes = memo(({ builds }: DurationsProps) => (
  <BuildOutcomes builds={builds.slice(0, OUTCOMES_SHOWN).reverse()} />
));

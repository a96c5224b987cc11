import { IconBookmarkFilled, IconGitBranch, IconQuestionMark, IconTag } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { downloadUrl } from '../../../src-server/model/projects/documentation-url.ts';
import {
  BuildIcon,
  buildDisplayState,
  buildStateLabel,
  isBuildInProgress,
} from '../../features/build-status/build-display-state.tsx';
import { BuildDuration } from '../../features/build-status/elapsed-time.tsx';
import { FORMAT_LABELS, NO_LOCAL_PAGES } from '../../features/pages/docs-menu-items.tsx';
import { copyable } from '../../ui/context-menu/copyable.ts';
import { Chip } from '../../ui/feedback/chip.tsx';
import { RECORDED_BUILD, RecordChip } from '../../ui/feedback/record-chip.tsx';
import { formatDateTime, formatTimeAgo, lowerFirst } from '../../ui/format.ts';
import { RowSwitch } from '../../ui/table/row-switch.tsx';
import type { Column } from '../../ui/table/table-types.ts';
import { buildPath } from '../builds/use-trigger-build.ts';
import type { VersionActions } from './use-version-actions.ts';
import { commitOf, slugNote, type VersionListView, type VersionRowView } from './version-row.ts';
import classes from './versions.module.css';

type Options = {
  readonly project: string;
  readonly place: VersionListView['place'] | undefined;
  /** Current time in milliseconds, for relative times. */
  readonly now: number;
  readonly actions: VersionActions['rowActions'];
};

/** Labels of the types of versions. */
export const VERSION_TYPE_LABELS = {
  branch: 'Branch',
  tag: 'Tag',
  unknown: 'Unknown',
  external: 'Pull request',
} as const;
const TYPE_ICONS = {
  branch: IconGitBranch,
  tag: IconTag,
  unknown: IconQuestionMark,
  external: IconGitBranch,
} as const;
const FORMATS = ['pdf', 'epub', 'htmlzip'] as const;

/** Returns the columns of the list of versions. */
export function versionColumns({ project, place, now, actions }: Options): readonly Column<VersionRowView>[] {
  return [
    {
      key: 'active',
      header: 'Active',
      width: '36px',
      isFixed: true,
      cell: (row, isTabStop) => (
        <RowSwitch
          label={`Active: ${row.slug}`}
          on={row.active}
          hint={activeSwitchHint(row)}
          isTabStop={isTabStop}
          change={(active) => actions.setActive(row, active)}
        />
      ),
    },
    {
      key: 'version',
      header: 'Version',
      sort: 'version',
      width: 'var(--version-name)',
      isFixed: true,
      cell: (row) => <NameCell row={row} />,
    },
    {
      key: 'type',
      header: 'Type',
      width: 'var(--version-type)',
      cell: ({ type }) => <TypeCell type={type} />,
    },
    {
      key: 'last-build',
      header: 'Last build',
      sort: 'last-build',
      // Shows “Cancelled 59 min ago” in whole, with the badge of a record.
      width: 'minmax(150px, 230px)',
      cell: (row, isTabStop) => <LastBuildCell project={project} row={row} now={now} isTabStop={isTabStop} />,
    },
    {
      key: 'took',
      header: 'Duration',
      sort: 'took',
      width: '68px',
      align: 'right',
      cell: ({ lastBuild }) => lastBuild && <BuildDuration build={lastBuild} />,
    },
    {
      key: 'commit',
      header: 'Commit',
      width: 'var(--version-commit)',
      mediumOnly: true,
      cell: (row) => <CommitCell commit={commitOf(row)} />,
    },
    {
      key: 'downloads',
      header: 'Downloads',
      width: 'minmax(96px, 1fr)',
      wideOnly: true,
      cell: (row, isTabStop) => <DownloadsCell row={row} place={place} isTabStop={isTabStop} />,
    },
  ];
}

function activeSwitchHint({ active, built, isDefault }: VersionRowView): string | undefined {
  if (!active) return undefined;
  if (isDefault) return 'This is the default version. Deactivating it first shows what readers will see.';
  return built ? 'Deactivating removes its built pages.' : undefined;
}

function NameCell({ row }: { readonly row: VersionRowView }) {
  const note = slugNote(row);
  return (
    <span
      className={classes.name}
      title={note === '' ? row.slug : `${row.slug} (${note})`}
      {...copyable('version', row.slug)}
    >
      <span className={`mono ${classes.slug}`}>{row.slug}</span>
      {row.isDefault && (
        <Chip tone="accent" iconOnlyWhenNarrow icon={<IconBookmarkFilled size={12} aria-hidden />}>
          Default
        </Chip>
      )}
      {row.hidden && <Chip>Hidden</Chip>}
      {row.privacyLevel !== 'public' && <Chip>Private</Chip>}
      {row.fastRebuild && <Chip>Fast rebuild</Chip>}
      {note !== '' && <span className={`mono ${classes.slugNote}`}>{note}</span>}
    </span>
  );
}

function TypeCell({ type }: Pick<VersionRowView, 'type'>) {
  const Icon = TYPE_ICONS[type];
  return (
    <Chip iconOnlyWhenNarrow icon={<Icon size={12} stroke={1.75} aria-hidden />}>
      {VERSION_TYPE_LABELS[type]}
    </Chip>
  );
}

type LastBuildCellProps = Pick<Options, 'project' | 'now'> & {
  readonly row: VersionRowView;
  readonly isTabStop: boolean;
};

function LastBuildCell({ project, row: { lastBuild }, now, isTabStop }: LastBuildCellProps) {
  const displayState = buildDisplayState(lastBuild);
  const stateLabel = buildStateLabel(displayState);
  if (!lastBuild) {
    return (
      <span className={classes.state}>
        <BuildIcon state={displayState} isLabelled={false} /> <span className="dim">{stateLabel}</span>
      </span>
    );
  }
  const timeAgoText = formatTimeAgo(lastBuild.created, now);
  const relativeTime = lowerFirst(timeAgoText);
  const href = buildPath(project, lastBuild.id);
  const tone = isBuildInProgress(displayState)
    ? displayState === 'triggered'
      ? 'dim'
      : 'in-progress'
    : displayState === 'failed'
      ? 'failed'
      : 'dim';
  const build = (
    <a
      className={classes.state}
      href={href}
      tabIndex={isTabStop ? 0 : -1}
      title={`${stateLabel}, ${formatDateTime(lastBuild.created)}`}
      onClick={(event) => followLink(event, href)}
    >
      <BuildIcon state={displayState} isLabelled={false} />
      <span className={`truncate ${tone}`}>
        {isBuildInProgress(displayState) ? stateLabel : `${stateLabel} ${relativeTime}`}
      </span>
    </a>
  );
  if (!lastBuild.recorded) return build;
  return (
    <span className={classes.state}>
      {build}
      <RecordChip reason={RECORDED_BUILD} />
    </span>
  );
}

function followLink(event: MouseEvent, href: string): void {
  if (event.shiftKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  navigate(href);
}

function CommitCell({ commit }: { readonly commit: string | null }) {
  if (commit === null) return null;
  return (
    <span className="mono dimmer" title={commit}>
      {commit.slice(0, 7)}
    </span>
  );
}

type DownloadsCellProps = Pick<Options, 'place'> & {
  readonly row: VersionRowView;
  readonly isTabStop: boolean;
};

function DownloadsCell({ row, place, isTabStop }: DownloadsCellProps) {
  const formats = FORMATS.filter((format) => row.downloads.includes(format));
  if (place === undefined) return null;
  return (
    <span className={classes.downloads}>
      {formats.map((format) =>
        row.pagesBuild === null ? (
          <span key={format} className="dimmer" title={`${NO_LOCAL_PAGES}.`}>
            {FORMAT_LABELS[format]}
          </span>
        ) : (
          <a
            key={format}
            href={downloadUrl(place, row.slug, format)}
            target="_blank"
            rel="noreferrer"
            tabIndex={isTabStop ? 0 : -1}
            aria-label={`${FORMAT_LABELS[format]} of ${row.slug}`}
          >
            {FORMAT_LABELS[format]}
          </a>
        ),
      )}
    </span>
  );
}

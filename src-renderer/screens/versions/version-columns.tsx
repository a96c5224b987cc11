import { IconBookmarkFilled, IconGitBranch, IconQuestionMark, IconTag } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { downloadUrl } from '../../../src-server/model/projects/documentation-url.ts';
import { BuildGlyph, buildLook, buildWord, inFlight } from '../../features/build-status/build-state.tsx';
import { useRunningNow } from '../../features/build-status/running-now.ts';
import { FORMAT_WORDS, NO_PAGES_HERE } from '../../features/pages/pages-items.tsx';
import { Chip } from '../../ui/feedback/chip.tsx';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import { RowSwitch } from '../../ui/table/row-switch.tsx';
import type { Column } from '../../ui/table/virtual-table.tsx';
import { durationWords, fullTime, timeAgo } from '../../ui/time-words.ts';
import { buildPath } from '../builds/use-trigger.ts';
import type { VersionActs } from './use-version-acts.ts';
import { VersionMenuItems } from './version-menu.tsx';
import { besideSlug, commitOf, type VersionBoardView, type VersionRowView } from './version-row.ts';
import classes from './versions.module.css';

type Options = {
  readonly project: string;
  readonly place: VersionBoardView['place'] | undefined;
  /** In milliseconds, for the times in words. */
  readonly now: number;
  readonly acts: VersionActs['ofRow'];
};

/** The kinds of versions, as the list names them. */
export const VERSION_TYPE_WORDS = {
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

/** The columns of a project's versions. */
export function versionColumns({ project, place, now, acts }: Options): readonly Column<VersionRowView>[] {
  return [
    {
      key: 'active',
      head: 'Active',
      width: '36px',
      cell: (row, reachable) => (
        <RowSwitch
          label={`Active: ${row.slug}`}
          on={row.active}
          hint={switchHint(row)}
          reachable={reachable}
          change={(active) => acts.setActive(row, active)}
        />
      ),
    },
    {
      key: 'version',
      head: 'Version',
      sort: 'version',
      width: 'var(--version-name)',
      cell: (row) => <Name row={row} />,
    },
    { key: 'type', head: 'Type', width: 'var(--version-type)', cell: ({ type }) => <Type type={type} /> },
    {
      key: 'last-build',
      head: 'Last build',
      sort: 'last-build',
      width: 'minmax(120px, 168px)',
      cell: (row, reachable) => <LastBuild project={project} row={row} now={now} reachable={reachable} />,
    },
    {
      key: 'took',
      head: 'Took',
      sort: 'took',
      width: '60px',
      align: 'right',
      cell: ({ lastBuild }) => <Took build={lastBuild} />,
    },
    {
      key: 'commit',
      head: 'Commit',
      width: 'var(--version-commit)',
      cell: (row) => <Commit commit={commitOf(row)} />,
    },
    {
      key: 'downloads',
      head: 'Downloads',
      width: 'minmax(96px, 1fr)',
      wideOnly: true,
      cell: (row, reachable) => <Downloads row={row} place={place} reachable={reachable} />,
    },
    {
      key: 'acts',
      head: <span className={classes.hidden}>Acts</span>,
      width: '16px',
      cell: (row, reachable) => (
        <RowMenu
          label={`Acts on ${row.slug}`}
          reachable={reachable}
          items={() => <VersionMenuItems project={project} place={place} row={row} acts={acts} />}
        />
      ),
    },
  ];
}

function switchHint({ active, built, isDefault }: VersionRowView): string | undefined {
  if (!active) return undefined;
  if (isDefault) return 'The default version. Before it is switched off, you see what readers will meet.';
  return built ? 'Deactivating removes its built pages.' : undefined;
}

function Name({ row }: { readonly row: VersionRowView }) {
  const beside = besideSlug(row);
  return (
    <span className={classes.name} title={beside === '' ? row.slug : `${row.slug} (${beside})`}>
      <span className={`mono ${classes.slug}`}>{row.slug}</span>
      {row.isDefault && (
        <Chip tone="accent" shrinks icon={<IconBookmarkFilled size={12} aria-hidden />}>
          Default
        </Chip>
      )}
      {beside !== '' && <span className={`mono ${classes.beside}`}>{beside}</span>}
    </span>
  );
}

function Type({ type }: Pick<VersionRowView, 'type'>) {
  const Icon = TYPE_ICONS[type];
  return (
    <Chip shrinks icon={<Icon size={12} stroke={1.75} aria-hidden />}>
      {VERSION_TYPE_WORDS[type]}
    </Chip>
  );
}

type LastBuildProps = Pick<Options, 'project' | 'now'> & {
  readonly row: VersionRowView;
  readonly reachable: boolean;
};

function LastBuild({ project, row: { lastBuild }, now, reachable }: LastBuildProps) {
  const look = buildLook(lastBuild);
  const word = buildWord(look);
  if (!lastBuild) {
    return (
      <span className={classes.state}>
        <BuildGlyph look={look} labelled={false} /> <span className="dim">{word}</span>
      </span>
    );
  }
  const ago = timeAgo(lastBuild.created, now);
  const beside = /^\d/.test(ago) ? ago : ago.charAt(0).toLowerCase() + ago.slice(1);
  const href = buildPath(project, lastBuild.id);
  const tone = inFlight(look)
    ? look === 'triggered'
      ? 'dim'
      : classes.flight
    : look === 'failed'
      ? classes.failed
      : 'dim';
  return (
    <a
      className={classes.state}
      href={href}
      tabIndex={reachable ? 0 : -1}
      title={`${word}, ${fullTime(lastBuild.created)}`}
      onClick={(event) => goTo(event, href)}
    >
      <BuildGlyph look={look} labelled={false} />
      <span className={`cut ${tone}`}>{inFlight(look) ? word : `${word} ${beside}`}</span>
    </a>
  );
}

function goTo(event: MouseEvent, href: string): void {
  if (event.shiftKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  navigate(href);
}

function Took({ build }: { readonly build: VersionRowView['lastBuild'] }) {
  const look = buildLook(build);
  if (!build || look === 'triggered') return null;
  if (inFlight(look)) return <Elapsed since={build.created} />;
  return build.duration === null ? null : <span className="dim">{durationWords(build.duration)}</span>;
}

function Elapsed({ since }: { readonly since: number }) {
  const now = useRunningNow();
  return <span className={classes.flight}>{durationWords((now - since / 1000) / 1000)}</span>;
}

function Commit({ commit }: { readonly commit: string | null }) {
  if (commit === null) return null;
  return (
    <span className="mono dimmer" title={commit}>
      {commit.slice(0, 7)}
    </span>
  );
}

type DownloadsProps = Pick<Options, 'place'> & { readonly row: VersionRowView; readonly reachable: boolean };

function Downloads({ row, place, reachable }: DownloadsProps) {
  const formats = FORMATS.filter((format) => row.downloads.includes(format));
  if (place === undefined) return null;
  return (
    <span className={classes.downloads}>
      {formats.map((format) =>
        row.pagesBuild === null ? (
          <span key={format} className="dimmer" title={`${NO_PAGES_HERE}.`}>
            {FORMAT_WORDS[format]}
          </span>
        ) : (
          <a
            key={format}
            href={downloadUrl(place, row.slug, format)}
            target="_blank"
            rel="noreferrer"
            tabIndex={reachable ? 0 : -1}
            aria-label={`${FORMAT_WORDS[format]} of ${row.slug}`}
          >
            {FORMAT_WORDS[format]}
          </a>
        ),
      )}
    </span>
  );
}

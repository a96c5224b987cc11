import { type MouseEvent, memo } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { languageName, programmingLanguageName } from '../../../../src-server/model/projects/languages.ts';
import {
  BuildGlyph,
  type BuildLook,
  buildWord,
  inFlight,
  Sparkline,
} from '../../../features/build-status/build-state.tsx';
import { useRunningNow } from '../../../features/build-status/running-now.ts';
import { RowMenu } from '../../../ui/table/row-menu.tsx';
import type { Column } from '../../../ui/table/virtual-table.tsx';
import { durationWords, fullTime, timeAgo } from '../../../ui/time-words.ts';
import classes from './projects.module.css';
import { type RowActs, RowMenuItems } from './row-acts.tsx';
import { peopleWords, rowLook, type ShelfRowView } from './shelf-row.ts';

/* Cells are bare elements with titles: hundreds of them come and go while somebody scrolls. */

/** The columns of the list of projects. `now` in milliseconds, for the times in words. */
export function shelfColumns(now: number, acts: RowActs): readonly Column<ShelfRowView>[] {
  return [
    {
      key: 'state',
      head: <span className={classes.hidden}>State</span>,
      width: '14px',
      cell: (row) => <BuildGlyph look={rowLook(row)} />,
    },
    {
      key: 'name',
      head: 'Project',
      sort: 'name',
      width: 'minmax(180px, 1fr)',
      cell: (row) => <Name name={row.name} slug={row.slug} />,
    },
    {
      key: 'default',
      head: 'Default',
      sort: 'default',
      width: '72px',
      cell: ({ defaultVersion }) => (
        <span className="mono" title={defaultVersion}>
          {defaultVersion}
        </span>
      ),
    },
    {
      key: 'language',
      head: 'Lang',
      sort: 'language',
      width: '44px',
      cell: ({ language }) => (
        <span className="mono dim" title={languageName(language)}>
          {language}
        </span>
      ),
    },
    {
      key: 'code',
      head: 'Code',
      width: '80px',
      wideOnly: true,
      cell: ({ programmingLanguage }) => (
        <span className="dim">{programmingLanguageName(programmingLanguage)}</span>
      ),
    },
    {
      key: 'active',
      head: 'Active',
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
      head: 'Last build',
      sort: 'last-build',
      width: '116px',
      cell: (row) => <LastBuild look={rowLook(row)} at={row.lastBuild?.created} now={now} />,
    },
    {
      key: 'took',
      head: 'Took',
      sort: 'took',
      width: '56px',
      align: 'right',
      cell: (row) => <Took look={rowLook(row)} build={row.lastBuild} />,
    },
    {
      key: 'durations',
      head: 'Durations',
      width: '82px',
      wideOnly: true,
      cell: ({ recentBuilds }) => <Durations builds={recentBuilds} />,
    },
    {
      key: 'people',
      head: 'People',
      width: '84px',
      cell: ({ people }) => (
        <span className="dim" title={people.join(', ')}>
          {peopleWords(people)}
        </span>
      ),
    },
    {
      key: 'acts',
      head: <span className={classes.hidden}>Acts</span>,
      width: '16px',
      cell: (row, active) => (
        <RowMenu
          label={`Acts on ${row.name}`}
          reachable={active}
          items={() => <RowMenuItems row={row} acts={acts} />}
        />
      ),
    },
  ];
}

function Name({ name, slug }: { readonly name: string; readonly slug: string }) {
  const href = `/projects/${slug}`;
  const go = (event: MouseEvent) => {
    if (event.shiftKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <span className={classes.name} title={name === slug ? name : `${name} (${slug})`}>
      <a href={href} tabIndex={-1} onClick={go}>
        {name}
      </a>
      <span className="mono">{slug}</span>
    </span>
  );
}

type LastBuildProps = { readonly look: BuildLook; readonly at: number | undefined; readonly now: number };

function LastBuild({ look, at, now }: LastBuildProps) {
  if (look === 'not-built' || at === undefined) return <span className="dim">Not built</span>;
  if (inFlight(look))
    return <span className={look === 'triggered' ? 'dimmer' : classes.flight}>{buildWord(look)}</span>;
  const ago = timeAgo(at, now);
  const beside = /^\d/.test(ago) ? ago : ago.charAt(0).toLowerCase() + ago.slice(1);
  const words = look === 'passed' ? ago : `${buildWord(look)} ${beside}`;
  return (
    <span
      className={look === 'failed' ? classes.failed : 'dim'}
      title={`${buildWord(look)}, ${fullTime(at)}`}
    >
      {words}
    </span>
  );
}

function Took({ look, build }: { readonly look: BuildLook; readonly build: ShelfRowView['lastBuild'] }) {
  if (!build || look === 'triggered') return null;
  if (inFlight(look)) return <Elapsed since={build.created} />;
  return build.duration === null ? null : <span className="dim">{durationWords(build.duration)}</span>;
}

function Elapsed({ since }: { readonly since: number }) {
  const now = useRunningNow();
  return <span className={classes.flight}>{durationWords((now - since / 1000) / 1000)}</span>;
}

type DurationsProps = { readonly builds: ShelfRowView['recentBuilds'] };

const Durations = memo(({ builds }: DurationsProps) =>
  builds.length === 0 ? (
    <span className="meta">No builds yet</span>
  ) : (
    <Sparkline builds={[...builds].reverse()} bars={12} />
  ),
);

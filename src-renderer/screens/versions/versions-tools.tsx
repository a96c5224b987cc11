import { Button, SegmentedControl, Tooltip } from '@mantine/core';
import { IconRefresh, IconStack2 } from '@tabler/icons-react';
import { VERSION_TYPES } from '../../../src-server/model/versions/version.ts';
import { Facet } from '../../ui/table/facet.tsx';
import { FilterField } from '../../ui/table/filter-field.tsx';
import { timeAgo } from '../../ui/time-words.ts';
import { PatternPopover } from './pattern/pattern-popover.tsx';
import type { VersionActs } from './use-version-acts.ts';
import { VERSION_TYPE_WORDS } from './version-columns.tsx';
import type { VersionBoardView } from './version-row.ts';
import classes from './versions.module.css';
import { VERSION_SHOWS, type VersionShow, type VersionsAddress } from './versions-address.ts';

type Props = {
  /** The project's. */
  readonly slug: string;
  readonly board: VersionBoardView;
  readonly address: VersionsAddress;
  readonly change: (changed: Partial<VersionsAddress>) => void;
  readonly acts: VersionActs;
  readonly mark: (slugs: ReadonlySet<string>) => void;
  readonly select: (slugs: readonly string[]) => void;
};

const SHOW_WORDS: Readonly<Record<VersionShow, string>> = { all: 'All', active: 'Active', built: 'Built' };

/** The tools above the versions: what narrows the list, the sync, and the choice by pattern. */
export function VersionsTools({ slug, board, address, change, acts, mark, select }: Props) {
  const types = VERSION_TYPES.filter((type) => type !== 'external').map((type) => ({
    value: type,
    label: VERSION_TYPE_WORDS[type],
    count: board.rows.filter((row) => row.type === type).length,
  }));
  return (
    <>
      <FilterField label="Filter versions" text={address.text} change={(text) => change({ text })} />
      <SegmentedControl
        aria-label="Show"
        value={address.show}
        onChange={(show) => change({ show: show as VersionShow })}
        data={VERSION_SHOWS.map((show) => ({
          value: show,
          label: (
            <>
              {SHOW_WORDS[show]}
              <span className={classes.count}>{board.counts[show].toLocaleString('en-GB')}</span>
            </>
          ),
        }))}
      />
      <Facet
        label="Type"
        values={types.filter(({ count }) => count > 0)}
        chosen={address.types}
        change={(chosen) => change({ types: VERSION_TYPES.filter((type) => chosen.includes(type)) })}
      />
      <span className={classes.push} />
      <Tooltip label="Rebuild all active versions">
        <Button variant="default" aria-label="Rebuild all active versions" onClick={acts.rebuild}>
          <IconStack2 size={16} stroke={1.75} aria-hidden />
          <span className="wide-only" style={{ marginLeft: 8 }}>
            Rebuild all…
          </span>
        </Button>
      </Tooltip>
      <SyncButton waitsSince={board.sync.requested} acts={acts} />
      <PatternPopover
        slug={slug}
        rows={board.rows}
        mark={mark}
        select={select}
        activate={acts.activate}
        deactivate={(slugs) => acts.open('deactivate', slugs)}
      />
    </>
  );
}

type SyncProps = { readonly waitsSince: number | null; readonly acts: VersionActs };

function SyncButton({ waitsSince, acts: { requestSync, isSyncing } }: SyncProps) {
  const waits = waitsSince !== null;
  const hint = waits
    ? `A look at the repository was asked for ${lowerFirst(timeAgo(waitsSince))}.`
    : 'Read branches and tags anew';
  return (
    <Tooltip label={hint}>
      <Button
        variant="default"
        aria-label="Sync from git"
        aria-disabled={waits}
        loading={isSyncing}
        onClick={() => !waits && requestSync()}
      >
        <IconRefresh size={16} stroke={1.75} aria-hidden />
        <span className="wide-only" style={{ marginLeft: 8 }}>
          Sync from git
        </span>
      </Button>
    </Tooltip>
  );
}

function lowerFirst(words: string): string {
  return /^\d/.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1);
}

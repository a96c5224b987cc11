import { Button, SegmentedControl, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { VERSION_TYPES } from '../../../src-server/model/versions/version.ts';
import { formatCount, formatTimeAgo, lowerFirst } from '../../ui/format.ts';
import { Facet } from '../../ui/list/facet.tsx';
import { ListToolbar } from '../../ui/list/list-toolbar.tsx';
import { RebuildAllButton } from '../builds/rebuild-all-button.tsx';
import { PatternPopover } from './pattern/pattern-popover.tsx';
import type { VersionActions } from './use-version-actions.ts';
import { VERSION_TYPE_LABELS } from './version-columns.tsx';
import type { VersionListView } from './version-row.ts';
import classes from './versions.module.css';
import { VERSION_FILTERS, type VersionFilter, type VersionsAddress } from './versions-address.ts';

type Props = {
  /** Slug of the project. */
  readonly slug: string;
  readonly versionList: VersionListView;
  readonly address: VersionsAddress;
  readonly change: (changed: Partial<VersionsAddress>) => void;
  readonly actions: VersionActions;
  readonly highlight: (slugs: ReadonlySet<string>) => void;
  readonly select: (slugs: readonly string[]) => void;
};

const FILTER_LABELS: Readonly<Record<VersionFilter, string>> = {
  all: 'All',
  active: 'Active',
  built: 'Built',
};

/** Shows the filters of the list of versions, and buttons to rebuild, sync and select by pattern. */
export function VersionsTools({ slug, versionList, address, change, actions, highlight, select }: Props) {
  const types = VERSION_TYPES.filter((type) => type !== 'external').map((type) => ({
    value: type,
    label: VERSION_TYPE_LABELS[type],
    count: versionList.rows.filter((row) => row.type === type).length,
  }));
  return (
    <ListToolbar
      filter={{ label: 'Filter versions', text: address.text, change: (text) => change({ text }) }}
      actions={
        <>
          <RebuildAllButton slug={slug} />
          <SyncButton
            requestedAt={versionList.sync.requested}
            recordReason={versionList.recordReason}
            actions={actions}
          />
          <PatternPopover
            slug={slug}
            rows={versionList.rows}
            highlight={highlight}
            select={select}
            activate={actions.activate}
            deactivate={(slugs) => actions.open('deactivate', slugs)}
          />
        </>
      }
    >
      <SegmentedControl
        aria-label="Show"
        value={address.show}
        onChange={(show) => change({ show: show as VersionFilter })}
        data={VERSION_FILTERS.map((show) => ({
          value: show,
          label: (
            <>
              {FILTER_LABELS[show]}
              <span className={classes.count}>{formatCount(versionList.counts[show])}</span>
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
    </ListToolbar>
  );
}

type SyncProps = Pick<VersionListView, 'recordReason'> & {
  readonly requestedAt: number | null;
  readonly actions: VersionActions;
};

function SyncButton({ requestedAt, recordReason, actions: { requestSync, isSyncing } }: SyncProps) {
  const isPending = requestedAt !== null;
  const isDisabled = isPending || recordReason !== null;
  const requestHint = isPending
    ? `Sync requested ${lowerFirst(formatTimeAgo(requestedAt))}.`
    : 'Read branches and tags from the repository';
  return (
    <Tooltip label={recordReason ?? requestHint} multiline maw={320}>
      <Button
        variant="default"
        aria-label="Sync from git"
        aria-disabled={isDisabled}
        loading={isSyncing}
        onClick={() => !isDisabled && requestSync()}
      >
        <IconRefresh size={16} stroke={1.75} aria-hidden />
        <span className="wide-only" style={{ marginLeft: 8 }}>
          Sync from git
        </span>
      </Button>
    </Tooltip>
  );
}

import { Button } from '@mantine/core';
import { memo } from 'react';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { pluralize } from '../../../ui/format.ts';
import classes from './projects.module.css';

type Props = {
  /** How many match, and how many there are. */
  readonly count: number;
  readonly total: number;
  readonly filtered: boolean;
  readonly selected: number;
  readonly selectAll: () => void;
};

/** The status line: how many match, how many are selected, and how to select more. */
export const ProjectListFooter = memo(({ count, total, filtered, selected, selectAll }: Props) => {
  const number = count.toLocaleString('en-GB');
  return (
    <>
      <span role="status">
        {filtered ? `${number} of ${pluralize(total, 'project')} match` : pluralize(total, 'project')}
      </span>
      {selected > 0 && <span>{selected.toLocaleString('en-GB')} selected</span>}
      {selected > 0 && selected < count && (
        <button type="button" className={classes.linkButton} onClick={selectAll}>
          {filtered ? `Select all ${number} that match` : `Select all ${number}`}
        </button>
      )}
      <span className={classes.hint}>
        Select a range with <kbd className={classes.key}>Shift</kbd> and a click
      </span>
    </>
  );
});

/** Said when filters leave nothing. */
export function NoMatch({ clear }: { readonly clear: () => void }) {
  return (
    <EmptyState title="No project matches">
      Nothing on the shelf fits all of these filters.
      <Button variant="default" onClick={clear} ml={12}>
        Clear filters
      </Button>
    </EmptyState>
  );
}

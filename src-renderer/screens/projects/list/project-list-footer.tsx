import { Box, Button } from '@mantine/core';
import { memo } from 'react';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { formatCount, pluralize } from '../../../ui/format.ts';
import classes from './projects.module.css';

type Props = {
  /** Number of matching projects, and of all projects. */
  readonly count: number;
  readonly total: number;
  readonly filtered: boolean;
  readonly selected: number;
  readonly selectAll: () => void;
};

/** Shows how many projects match and are selected, and how to select more. */
export const ProjectListFooter = memo(({ count, total, filtered, selected, selectAll }: Props) => {
  const number = formatCount(count);
  return (
    <>
      <span role="status">
        {filtered ? `${number} of ${pluralize(total, 'project')} match` : pluralize(total, 'project')}
      </span>
      {selected > 0 && <span>{formatCount(selected)} selected</span>}
      {selected > 0 && selected < count && (
        <button type="button" className={classes.linkButton} onClick={selectAll}>
          {filtered ? `Select all ${number} matching` : `Select all ${number}`}
        </button>
      )}
      <Box component="span" ml="auto">
        Hold <kbd className="key">Shift</kbd> and click to select a range
      </Box>
    </>
  );
});

/** Shows that no project matches the filters. */
export function NoMatch({ clear }: { readonly clear: () => void }) {
  return (
    <EmptyState title="No matching projects">
      No projects match these filters.
      <Button variant="default" onClick={clear} ml={12}>
        Clear filters
      </Button>
    </EmptyState>
  );
}

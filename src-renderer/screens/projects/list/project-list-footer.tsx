import { Box } from '@mantine/core';
import { memo } from 'react';
import { formatCount, pluralize } from '../../../ui/format.ts';
import classes from './projects.module.css';

type Props = {
  /** Number of matching projects; undefined until it is known. */
  readonly count: number | undefined;
  /** Number of all projects. */
  readonly total: number;
  readonly filtered: boolean;
  readonly selected: number;
  readonly selectAll: () => void;
};

/** Shows how many projects match and are selected, and how to select more. */
export const ProjectListFooter = memo(({ count, total, filtered, selected, selectAll }: Props) => {
  const number = count === undefined ? '' : formatCount(count);
  return (
    <>
      <span role="status">
        {!filtered && pluralize(total, 'project')}
        {filtered && count !== undefined && `${number} of ${pluralize(total, 'project')} match`}
      </span>
      {selected > 0 && <span>{formatCount(selected)} selected</span>}
      {count !== undefined && selected > 0 && selected < count && (
        <button type="button" className={classes.linkButton} onClick={selectAll}>
          {filtered ? `Select all ${number} matching` : `Select all ${number}`}
        </button>
      )}
      {(count ?? 0) > 1 && (
        <Box component="span" ml="auto">
          Hold <kbd className="key">Shift</kbd> and click to select a range
        </Box>
      )}
    </>
  );
});

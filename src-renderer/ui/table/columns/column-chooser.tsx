import { Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { notifyError } from '../../feedback/notify.tsx';
import { lazyScreen } from '../../lazy/lazy-screen.tsx';
import { LoadBoundary } from '../../lazy/load-boundary.tsx';
import classes from './column-chooser.module.css';
import type { ColumnListProps } from './column-list.tsx';

const ColumnList = lazyScreen(() => import('./column-list.tsx').then(({ ColumnList }) => ColumnList));

type Props = ColumnListProps & {
  readonly opened: boolean;
  readonly setOpened: (opened: boolean) => void;
};

/** Shows the button at the end of a table's header that chooses and orders its columns. */
export function ColumnChooser({ opened, setOpened, ...props }: Props) {
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" trapFocus withinPortal>
      <Popover.Target>
        <button
          type="button"
          className={classes.button}
          aria-label="Choose columns"
          title="Choose columns"
          onClick={() => setOpened(!opened)}
        >
          <IconColumns3 size={14} stroke={1.75} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label="Columns">
        <LoadBoundary
          onFailure={(error) => {
            setOpened(false);
            notifyError(error);
          }}
        >
          <ColumnList {...props} />
        </LoadBoundary>
      </Popover.Dropdown>
    </Popover>
  );
}

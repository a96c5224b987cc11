import { type RefObject, useMemo } from 'react';
import { useNarrowerThan } from '../../use-narrower-than.ts';
import type { Column } from '../table-types.ts';
import { arrangeColumns } from './arrange-columns.ts';
import { useColumnChoice } from './column-choices.ts';

/** Below this width a table leaves out the columns for the widest windows, in pixels. */
const WIDEST = 1500;
/** Below this width it leaves out the columns for wide ones. */
const WIDE = 1000;
/** Below this width it leaves out those that a row is known without, too. */
const MEDIUM = 700;

/** Returns the columns that a table shows: those chosen, as far as there is room; and what its chooser needs. */
export function useShownColumns<Row>(
  table: string | undefined,
  columns: readonly Column<Row>[],
  scroller: RefObject<HTMLElement | null>,
) {
  const isUsual = useNarrowerThan(scroller, WIDEST);
  const isTight = useNarrowerThan(scroller, WIDE);
  const isVeryTight = useNarrowerThan(scroller, MEDIUM);
  const [choice, choose] = useColumnChoice(table);
  const leftOut = useMemo(() => {
    const isLeftOut = ({ widestOnly, wideOnly, mediumOnly }: Column<Row>) =>
      (widestOnly && isUsual) || (wideOnly && isTight) || (mediumOnly && isVeryTight);
    return new Set(columns.filter(isLeftOut).map(({ key }) => key));
  }, [columns, isUsual, isTight, isVeryTight]);
  const shown = useMemo(
    () => arrangeColumns(columns, choice).filter(({ key }) => !leftOut.has(key)),
    [columns, choice, leftOut],
  );
  return { shown, choice, choose, leftOut };
}

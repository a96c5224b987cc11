import { ScreenFooter } from '../../../ui/feedback/screen.tsx';
import { formatCount, pluralize } from '../../../ui/format.ts';
import classes from './redirects.module.css';

type Props = {
  readonly count: number;
  /** How many match the filter; undefined without one. */
  readonly matching: number | undefined;
  readonly selected: number;
};

/** Shows how many redirects there are, match and are selected, and how they are tried. */
export function RedirectsFooter({ count, matching, selected }: Props) {
  const all = pluralize(count, 'redirect');
  return (
    <ScreenFooter>
      <span role="status">{matching === undefined ? all : `${formatCount(matching)} of ${all} match`}</span>
      {selected > 0 && <span>{formatCount(selected)} selected</span>}
      <span className="truncate">
        Tried in order when a page is missing, forced ones before. The first match wins.
      </span>
      <span className="wide-only" style={{ marginLeft: 'auto' }}>
        <kbd className={classes.shortcut}>Alt ↑</kbd> and <kbd className={classes.shortcut}>Alt ↓</kbd> move a
        redirect
      </span>
    </ScreenFooter>
  );
}

import classes from './environment.module.css';
import { formatRepeatedName, type RepeatedName } from './format-paste-preview.ts';
import { truncateName } from './variable-row.ts';

/** So many are said one by one; the preview marks them all. */
const MAX_NAMES = 3;

/** Names that a pasted `.env` has more than once, and which line of each counts. */
export function RepeatedNames({ names }: { readonly names: readonly RepeatedName[] }) {
  const more = names.length - MAX_NAMES;
  return (
    <ul className={classes.duplicates} aria-label="Names that stand more than once">
      {names.slice(0, MAX_NAMES).map((repeated) => (
        <li key={repeated.name}>
          <span className="mono" title={repeated.name}>
            {truncateName(repeated.name)}
          </span>{' '}
          {formatRepeatedName(repeated)}
        </li>
      ))}
      {more > 0 && (
        <li>
          {more === 1 ? '1 more name stands' : `${more.toLocaleString('en-GB')} more names stand`} more than
          once: the last line wins, the others are ignored.
        </li>
      )}
    </ul>
  );
}

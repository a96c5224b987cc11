import classes from './environment.module.css';
import { formatRepeatedName, type RepeatedName } from './format-paste-preview.ts';
import { truncateName } from './variable-row.ts';

/** Names listed one by one; the preview marks all of them. */
const MAX_NAMES = 3;

/** Lists the names that a pasted `.env` sets more than once, with the winning line. */
export function RepeatedNames({ names }: { readonly names: readonly RepeatedName[] }) {
  const more = names.length - MAX_NAMES;
  return (
    <ul className={classes.duplicates} aria-label="Names set more than once">
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
          {more === 1 ? '1 more name is' : `${more.toLocaleString('en-GB')} more names are`} set more than
          once: the last line wins, the others are ignored.
        </li>
      )}
    </ul>
  );
}

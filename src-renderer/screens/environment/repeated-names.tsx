import classes from './environment.module.css';
import { type RepeatedName, repeatedWords } from './paste-words.ts';
import { shortened } from './variable-row.ts';

/** So many are said one by one; the preview marks them all. */
const MOST_NAMES = 3;

/** Names that a pasted `.env` has more than once, and which line of each counts. */
export function RepeatedNames({ names }: { readonly names: readonly RepeatedName[] }) {
  const more = names.length - MOST_NAMES;
  return (
    <ul className={classes.repeated} aria-label="Names that stand more than once">
      {names.slice(0, MOST_NAMES).map((repeated) => (
        <li key={repeated.name}>
          <span className="mono" title={repeated.name}>
            {shortened(repeated.name)}
          </span>{' '}
          {repeatedWords(repeated)}
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

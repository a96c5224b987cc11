import type { FieldChange } from '../../../src-server/model/journal/history.ts';
import classes from './history.module.css';

type Props = { readonly id: string; readonly fields: readonly FieldChange[] };

/** Shows what each field was before a change and after it; of what was added or removed, what it was. */
export function FieldChanges({ id, fields }: Props) {
  const namesSubjects = fields.some(({ of }) => of !== null);
  const isAlone = fields.every((field) => field.isAlone);
  return (
    <table id={id} className={classes.fields}>
      <thead>
        <tr>
          {namesSubjects && <th scope="col">Of</th>}
          <th scope="col">Field</th>
          {isAlone ? (
            <th scope="col">Value</th>
          ) : (
            <>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ of, field, before, after, isAlone: hasOne }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a change never move
          <tr key={at}>
            {namesSubjects && <td className="mono">{of}</td>}
            <th scope="row">{field}</th>
            {isAlone ? (
              <td>
                <Value text={after ?? before} />
              </td>
            ) : (
              <>
                <td>
                  <Value text={before} isBlank={hasOne} />
                </td>
                <td>
                  <Value text={after} isBlank={hasOne} />
                </td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shows a value. `isBlank` leaves the place of a missing one empty. */
function Value({ text, isBlank = false }: { readonly text: string | null; readonly isBlank?: boolean }) {
  if (text === null && isBlank) return null;
  return text === null ? <span className={classes.none}>none</span> : text;
}

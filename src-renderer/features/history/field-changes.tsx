import type { FieldChange } from '../../../src-server/model/journal/history.ts';
import classes from './history.module.css';

type Props = { readonly id: string; readonly fields: readonly FieldChange[] };

/** Shows what each field was before a change and after it. */
export function FieldChanges({ id, fields }: Props) {
  const namesSubjects = fields.some(({ of }) => of !== null);
  return (
    <table id={id} className={classes.fields}>
      <thead>
        <tr>
          {namesSubjects && <th scope="col">Of</th>}
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ of, field, before, after }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a change never move
          <tr key={at}>
            {namesSubjects && <td className="mono">{of}</td>}
            <th scope="row">{field}</th>
            <td>
              <Value text={before} />
            </td>
            <td>
              <Value text={after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ text }: { readonly text: string | null }) {
  return text === null ? <span className={classes.none}>none</span> : text;
}

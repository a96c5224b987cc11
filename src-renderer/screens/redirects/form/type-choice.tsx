import { REDIRECT_TYPE_LABELS } from '../../../../src-server/model/redirects/redirect-examples.ts';
import type { WrittenRule } from '../../../../src-server/model/redirects/resolve-redirect.ts';
import { REDIRECT_TYPES, type RedirectType } from '../../../../src-server/model/redirects/rules/rule-2020.ts';
import classes from './redirect-panel.module.css';

type Props = {
  readonly chosen: WrittenRule['type'];
  readonly choose: (type: RedirectType) => void;
};

/** Chooses one of the five types, each with its purpose. */
export function TypeChoice({ chosen, choose }: Props) {
  return (
    <fieldset className={classes.types}>
      <legend>Type</legend>
      <div className={classes.typeBox}>
        {REDIRECT_TYPES.map((type) => (
          <label key={type} className={classes.type}>
            <input
              type="radio"
              name="redirect-type"
              className={classes.radio}
              checked={type === chosen}
              onChange={() => choose(type)}
            />
            <span className={`mono ${classes.typeName}`}>{type}</span>
            <span className={classes.typeDescription}>{REDIRECT_TYPE_LABELS[type]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

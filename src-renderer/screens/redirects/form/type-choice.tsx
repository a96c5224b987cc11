import { REDIRECT_TYPE_LABELS } from '../../../../src-server/model/redirects/redirect-examples.ts';
import {
  CURRENT_REDIRECT_TYPES,
  type CurrentRedirectType,
} from '../../../../src-server/model/redirects/rules/current-rule.ts';
import type { RedirectValues } from '../list/redirect-drafts.ts';
import classes from './redirect-panel.module.css';

type Choice = Pick<RedirectValues, 'type' | 'dialect'>;
type Props = {
  readonly chosen: Choice;
  readonly choose: (choice: Choice) => void;
};

/** Names of the types in 2020, where they differ. A page redirect with a wildcard is what a prefix redirect was. */
const NAMES_IN_2020: Readonly<Partial<Record<CurrentRedirectType, string>>> = {
  page: 'page, prefix',
  clean_url_to_html: 'sphinx_html',
  html_to_clean_url: 'sphinx_htmldir',
};

/** Chooses one of today's types, each with its purpose and its name of 2020. */
export function TypeChoice({ chosen, choose }: Props) {
  const choices: readonly Choice[] = [
    // One of 2020 that has no form today keeps its type.
    ...(chosen.dialect === '2020' ? [chosen] : []),
    ...CURRENT_REDIRECT_TYPES.map((type) => ({ type, dialect: 'current' }) as const),
  ];
  return (
    <fieldset className={classes.types}>
      <legend>Type</legend>
      <div className={classes.typeBox}>
        {choices.map((choice) => (
          <label key={`${choice.dialect} ${choice.type}`} className={classes.type}>
            <input
              type="radio"
              name="redirect-type"
              className={classes.radio}
              checked={choice.type === chosen.type && choice.dialect === chosen.dialect}
              onChange={() => choose(choice)}
            />
            <span className={classes.typeName}>
              <span className="mono">{choice.type}</span> <span className="dim">{nameIn2020(choice)}</span>
            </span>{' '}
            <span className={classes.typeDescription}>{REDIRECT_TYPE_LABELS[choice.type]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function nameIn2020({ type, dialect }: Choice): string {
  if (dialect === '2020') return 'of 2020';
  const name = CURRENT_REDIRECT_TYPES.flatMap((known) => (known === type ? [NAMES_IN_2020[known]] : [])).at(
    0,
  );
  return name === undefined ? '' : `2020: ${name}`;
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { RedirectTrial, TriedRules } from '../../../../src-server/model/redirects/redirect-trace.ts';
import { Chip } from '../../../ui/feedback/chip.tsx';
import { countOf } from '../../../ui/time-words.ts';
import { fromWords } from '../list/redirect-view.ts';
import { Words } from '../list/warning-words.tsx';
import classes from './tester.module.css';
import { Verdict } from './tester-verdict.tsx';

type Props = {
  readonly rules: TriedRules;
  /** The address at which they were tried. */
  readonly url: string;
  /** They are another project's. */
  readonly isOther: boolean;
  readonly unreached: readonly number[];
  readonly open: (id: number) => void;
};

/** More of them nobody reads here; the list above has them all. */
const MANY = 200;
/** So many that matter are told without being asked for. */
const FEW = 5;

/** The redirects that a step came past: those that matter, and all in their order for whoever asks. */
export function TesterRules({ rules, url, isOther, unreached, open }: Props) {
  const { project, trials, leftOut } = rules;
  const [all, setAll] = useState(false);
  const telling = trials.filter(({ outcome }) => outcome !== 'none');
  const shown = all ? trials.slice(0, MANY) : telling.slice(0, FEW);
  const count = trials.length + leftOut;
  const acts = { ...(isOther ? {} : { open }), unreached };
  return (
    <>
      {(shown.length > 0 || count === 0) && <dt>{all ? 'In order' : 'Redirects'}</dt>}
      {shown.map((trial, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they stand in their order
        <dd key={at} className={classes.trial}>
          <Trial trial={trial} {...acts} />
        </dd>
      ))}
      <dd className={classes.aside}>
        {count === 0 ? 'There is none.' : restWords(rules, telling.length, shown.length, all)}
        {count > shown.length && !all && (
          <Button variant="default" size="compact-xs" onClick={() => setAll(true)}>
            {count === 1 ? 'Show why' : `Show all ${count.toLocaleString('en-GB')} in order`}
          </Button>
        )}
        {all && (
          <Button variant="default" size="compact-xs" onClick={() => setAll(false)}>
            Show less
          </Button>
        )}
        {isOther && (
          <span>
            They are those of{' '}
            <Link href={`/projects/${project.slug}/redirects?test=${encodeURIComponent(url)}`}>
              {project.name}
            </Link>
            .
          </span>
        )}
      </dd>
    </>
  );
}

function restWords(
  { asked, trials, leftOut }: TriedRules,
  telling: number,
  shown: number,
  all: boolean,
): string {
  const count = trials.length + leftOut;
  if (all) return count > shown ? `and ${(count - shown).toLocaleString('en-GB')} more.` : '';
  const others = count - telling;
  const more = telling - shown > 0 ? `${(telling - shown).toLocaleString('en-GB')} more match. ` : '';
  if (!asked) return `${more}${countOf(count, 'redirect')}, none of them tried.`;
  if (others === 0) return more;
  const verb = others === 1 ? 'does' : 'do';
  return `${more}${countOf(others, telling === 0 ? 'redirect' : 'other')} ${verb} not match.`;
}

type TrialProps = {
  readonly trial: RedirectTrial;
  readonly unreached: readonly number[];
  /** undefined for redirects of another project, which are not in the list. */
  readonly open?: (id: number) => void;
};

function Trial({ trial, unreached, open }: TrialProps) {
  const { id, number, type, outcome } = trial;
  const name = number === null ? 'New' : `Rule ${number.toLocaleString('en-GB')}`;
  const from = fromWords(trial);
  return (
    <>
      <Verdict outcome={outcome} />
      {id !== null && open ? (
        <button type="button" className={classes.rule} onClick={() => open(id)}>
          {name}
        </button>
      ) : (
        <span>{name}</span>
      )}
      <Chip mono>{type}</Chip>
      <span className={`cut ${from.plain ? 'dim' : 'mono'}`} title={from.text}>
        {from.text}
      </span>
      <span className={classes.what}>{what(trial, id !== null && unreached.includes(id))}</span>
    </>
  );
}

function what({ outcome, target, why }: RedirectTrial, isUnreached: boolean) {
  const address = <span className="mono">{target}</span>;
  switch (outcome) {
    case 'none':
      return (
        <span className="dim">
          <Words text={why} />
        </span>
      );
    case 'matched':
      return <>sends to {address}</>;
    case 'round':
      return <>would send to {address}, from where readers come back or never arrive</>;
    case 'self':
      return 'leads to where the reader is, so the next one is tried';
    case 'idle':
      return <>would send to {address}, were no page there</>;
    case 'shadowed':
      return (
        <>
          would have sent to {address}
          {isUnreached && <span className={classes.never}> and is never reached by any URL</span>}
        </>
      );
  }
}

import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { EvaluatedRules, RedirectMatch } from '../../../../src-server/model/redirects/redirect-trace.ts';
import { Chip } from '../../../ui/feedback/chip.tsx';
import { formatCount, pluralize } from '../../../ui/format.ts';
import { fromLabel } from '../list/redirect-view.ts';
import { TextWithCode } from '../list/warning-list.tsx';
import { OutcomeChip } from './outcome-chip.tsx';
import classes from './tester.module.css';

type Props = {
  readonly rules: EvaluatedRules;
  /** URL they were evaluated for. */
  readonly url: string;
  /** They belong to another project. */
  readonly isOtherProject: boolean;
  readonly unreached: readonly number[];
  readonly open: (id: number) => void;
};

/** The list above has them all. */
const MAX_SHOWN = 200;
/** Relevant redirects shown before "Show all". */
const MAX_COLLAPSED = 5;

/** Lists the redirects that a step evaluated: the relevant ones, or all in order on request. */
export function TesterRules({ rules, url, isOtherProject, unreached, open }: Props) {
  const { project, matches, omitted } = rules;
  const [showAll, setShowAll] = useState(false);
  const relevant = matches.filter(({ outcome }) => outcome !== 'none');
  const shown = showAll ? firstAndRelevant(matches) : relevant.slice(0, MAX_COLLAPSED);
  const matched = useRef<HTMLElement>(null);
  useEffect(() => {
    if (showAll) matched.current?.scrollIntoView({ block: 'nearest' });
  }, [showAll]);
  const count = matches.length + omitted;
  const rowProps = { ...(isOtherProject ? {} : { open }), unreached };
  return (
    <>
      {(shown.length > 0 || count === 0) && <dt>{showAll ? 'In order' : 'Redirects'}</dt>}
      {shown.map((match, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order does not change
        <dd key={at} ref={match.outcome === 'matched' ? matched : null} className={classes.match}>
          <MatchRow match={match} {...rowProps} />
        </dd>
      ))}
      <dd className={classes.note}>
        {count === 0 ? 'No redirects.' : formatRemaining(rules, relevant.length, shown.length, showAll)}
        {count > shown.length && !showAll && (
          <Button variant="default" size="compact-xs" onClick={() => setShowAll(true)}>
            {count === 1 ? 'Show why' : `Show all ${formatCount(count)} in order`}
          </Button>
        )}
        {showAll && (
          <Button variant="default" size="compact-xs" onClick={() => setShowAll(false)}>
            Show less
          </Button>
        )}
        {isOtherProject && (
          <span>
            They belong to{' '}
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

/** Returns the first redirects in order, and those that matter behind them. */
function firstAndRelevant(matches: readonly RedirectMatch[]): readonly RedirectMatch[] {
  const later = matches.slice(MAX_SHOWN).filter(({ outcome }) => outcome !== 'none');
  return [...matches.slice(0, MAX_SHOWN), ...later.slice(0, MAX_COLLAPSED)];
}

function formatRemaining(
  { evaluated, forcedOnly = false, matches, omitted }: EvaluatedRules,
  relevant: number,
  shown: number,
  showAll: boolean,
): string {
  const count = matches.length + omitted;
  if (showAll) return count > shown ? `and ${formatCount(count - shown)} more.` : '';
  const others = count - relevant;
  const more = relevant - shown > 0 ? `${formatCount(relevant - shown)} more match. ` : '';
  if (forcedOnly) return `${more}${pluralize(count, 'redirect')}, only forced ones tried.`;
  if (!evaluated) return `${more}${pluralize(count, 'redirect')}, none tried.`;
  if (others === 0) return more;
  const verb = others === 1 ? 'does' : 'do';
  return `${more}${pluralize(others, relevant === 0 ? 'redirect' : 'other')} ${verb} not match.`;
}

type MatchRowProps = {
  readonly match: RedirectMatch;
  readonly unreached: readonly number[];
  /** Undefined for redirects of another project, which are not in this list. */
  readonly open?: (id: number) => void;
};

function MatchRow({ match, unreached, open }: MatchRowProps) {
  const { id, number, type, outcome } = match;
  const name = number === null ? 'New' : `Rule ${formatCount(number)}`;
  const from = fromLabel(match);
  return (
    <>
      <OutcomeChip outcome={outcome} />
      {id !== null && open ? (
        <button type="button" className={classes.ruleLink} onClick={() => open(id)}>
          {name}
        </button>
      ) : (
        <span>{name}</span>
      )}
      <Chip mono>{type}</Chip>
      <span className={`${classes.from} ${from.isDescription ? 'dim' : 'mono'}`}>{from.text}</span>
      <span className={classes.explanation}>
        {explainOutcome(match, id !== null && unreached.includes(id))}
      </span>
    </>
  );
}

function explainOutcome(match: RedirectMatch, isUnreached: boolean) {
  const { outcome, target, reason } = match;
  const address = <span className="mono">{target}</span>;
  switch (outcome) {
    case 'none':
      return (
        <span className="dim">
          <TextWithCode text={reason} />
        </span>
      );
    case 'matched':
      return (
        <>
          redirects to {address}
          {match.httpStatus === 301 && ' permanently (301)'}
        </>
      );
    case 'round':
      return <>would redirect to {address}, which leads back here or never ends</>;
    case 'self':
      return match.dialect === 'current'
        ? 'redirects to the requested URL or on for ever, so it is not followed and none below it is tried'
        : 'redirects to the requested URL, so the next one is tried';
    case 'idle':
      return <>would redirect to {address} if there were no page</>;
    case 'shadowed':
      return (
        <>
          would have redirected to {address}
          {isUnreached && <span className={classes.unreachable}> and is never reached</span>}
        </>
      );
  }
}

import { IconAlertTriangle } from '@tabler/icons-react';
import { Fragment } from 'react';
import { TextWithCode } from '../list/warning-list.tsx';
import classes from './tester.module.css';
import { TesterDestination, TesterUrl } from './tester-destination.tsx';
import { TesterRules } from './tester-rules.tsx';
import type { Trace, TraceStep } from './use-redirect-test.ts';

type Props = {
  readonly slug: string;
  readonly trace: Trace;
  readonly unreached: readonly number[];
  readonly open: (id: number) => void;
};

/** Shows the steps of a reader and the final destination. */
export function TesterResult({ slug, trace, unreached, open }: Props) {
  const { url, insteadOf, isElsewhere, steps, end } = trace;
  // The last step is shown below as the destination; here only the redirects it evaluated.
  const shown = steps.filter((step, at) => at === 0 || step.redirectedTo || step.rules?.evaluated);
  return (
    <div className={classes.result}>
      <dl className={classes.steps} aria-label="What happens">
        {shown.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same URL may occur twice
          <Fragment key={at}>
            <Step step={step} label={at === 0 ? 'Requested' : 'Then'} />
            {at === 0 && insteadOf !== null && isElsewhere && (
              <dd className={`${classes.note} ${classes.external}`}>
                <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
                {insteadOf} is another site, not this project's. The result below is for the same page on{' '}
                {new URL(url).host}.
              </dd>
            )}
            {at === 0 && insteadOf !== null && !isElsewhere && (
              <dd className={classes.note}>
                {insteadOf} is not served here; this is the same page on {new URL(url).host}.
              </dd>
            )}
            {step.rules && (
              <TesterRules
                rules={step.rules}
                url={step.url}
                isOtherProject={step.rules.project.slug !== slug}
                unreached={unreached}
                open={open}
              />
            )}
          </Fragment>
        ))}
      </dl>
      <TesterDestination
        destination={end}
        lastStatus={steps.findLast(({ redirectedTo }) => redirectedTo)?.status}
        hops={steps.filter(({ redirectedTo }) => redirectedTo).length}
        url={url}
      />
    </div>
  );
}

function Step({ step: { url, explanation }, label }: { readonly step: TraceStep; readonly label: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className={classes.line}>
        <TesterUrl url={url} />
        <span className="dim">
          <TextWithCode text={explanation} />
        </span>
      </dd>
    </>
  );
}

import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StepState } from '../../../../src-server/model/sync/plan.ts';
import { desk } from '../../../api/desk.ts';
import type { RemoteSummary } from '../../../features/live-service/remotes.ts';
import { Chip } from '../../../ui/feedback/chip.tsx';
import { NotLoaded } from '../../../ui/feedback/not-loaded.tsx';
import { notifyError } from '../../../ui/feedback/notify.tsx';
import { SidePanel, SidePanelBody } from '../../../ui/feedback/side-panel.tsx';
import { pluralize } from '../../../ui/format.ts';
import { FieldDiffs } from '../field-diffs.tsx';
import { stepTitle } from '../format-sync.ts';
import classes from '../sync.module.css';
import { usePull } from '../use-pull.ts';
import { runLabel } from './run-columns.tsx';

const STEP_STATES: Readonly<
  Record<StepState, { readonly label: string; readonly tone: 'kind' | 'passed' | 'failed' | 'warn' }>
> = {
  planned: { label: 'Not sent', tone: 'kind' },
  sent: { label: 'Sent, no answer yet', tone: 'warn' },
  confirmed: { label: 'Confirmed', tone: 'passed' },
  refused: { label: 'Refused', tone: 'failed' },
  ignored: { label: 'Not taken there', tone: 'warn' },
  uncertain: { label: 'Uncertain', tone: 'warn' },
};
const STEPS_AT_ONCE = 100;

type Props = { readonly remote: RemoteSummary; readonly id: number; readonly close: () => void };

/** Shows one run: what it did in numbers, how it ended, and its steps with what the service answered. */
export function RunPanel({ remote, id, close }: Props) {
  const { data: run, error } = useQuery(desk.sync.run.queryOptions({ id }));
  const [shown, setShown] = useState(STEPS_AT_ONCE);
  const { pull, isPending } = usePull(remote.id);
  const push = useMutation(desk.sync.push.mutationOptions({ onError: notifyError }));
  const title = run ? runLabel(run) : 'Run';
  const left = run?.steps.filter(({ state }) => state !== 'confirmed' && state !== 'ignored') ?? [];
  const hasEnded = run !== undefined && run.ended !== null && remote.openRun === null;
  return (
    <SidePanel title={title} label={`${title} ${id}`} place="wide-screen" close={close}>
      <SidePanelBody label={`What the ${title.toLowerCase()} did`}>
        {error && <NotLoaded what="The run" error={error} />}
        {!run && !error && <Skeleton height={120} radius="lg" animate={false} aria-label="Loading" />}
        {run && (
          <div className={classes.steps}>
            {run.outcome !== null && <p>{run.outcome}</p>}
            <p className="meta">{numbersOf(run.counts, run.requests)}</p>
            {hasEnded && run.kind === 'push' && left.length > 0 && (
              <Button
                variant="default"
                loading={push.isPending}
                onClick={() => push.mutate({ remote: remote.id, only: left.map(({ step }) => step.id) })}
              >
                {`Retry ${pluralize(left.length, 'change')}`}
              </Button>
            )}
            {hasEnded && run.kind === 'pull' && run.state !== 'done' && (
              <Button variant="default" loading={isPending} onClick={() => pull(run.full)}>
                Pull again
              </Button>
            )}
            {run.steps.slice(0, shown).map(({ number, step, state, answer }) => (
              <section
                key={number}
                className={classes.step}
                aria-label={`${step.project}: ${stepTitle(step)}`}
              >
                <div className={classes.stepTitle}>
                  <span className="grow">
                    {stepTitle(step)} <span className="mono dimmer">{step.project}</span>
                  </span>
                  <Chip tone={STEP_STATES[state].tone}>{STEP_STATES[state].label}</Chip>
                </div>
                {answer !== null && <p className="dim">{answer}</p>}
                <FieldDiffs kind={step.kind} from={step.from} to={step.to} />
              </section>
            ))}
            {run.steps.length > shown && (
              <Button variant="default" onClick={() => setShown(run.steps.length)}>
                {`Show ${run.steps.length - shown} more`}
              </Button>
            )}
          </div>
        )}
      </SidePanelBody>
    </SidePanel>
  );
}

/** Names of the numbers that runs keep. */
const COUNTS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  projects: ['project', 'projects'],
  incoming: ['incoming change', 'incoming changes'],
  conflicts: ['conflict', 'conflicts'],
  outgoing: ['outgoing change', 'outgoing changes'],
};

function numbersOf(counts: Readonly<Record<string, number>>, requests: number): string {
  const named = Object.entries(COUNTS).flatMap(([name, [one, many]]) => {
    const count = counts[name];
    return count === undefined ? [] : [pluralize(count, one, many)];
  });
  return [...named, pluralize(requests, 'request')].join(', ');
}

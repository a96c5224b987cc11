import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Step } from '../../../../src-server/model/sync/plan.ts';
import { desk } from '../../../api/desk.ts';
import type { RemoteSummary } from '../../../features/live-service/remotes.ts';
import { NotLoaded } from '../../../ui/feedback/not-loaded.tsx';
import { SidePanel, SidePanelBody } from '../../../ui/feedback/side-panel.tsx';
import { capitalize } from '../../../ui/format.ts';
import { RowCheckbox } from '../../../ui/table/row-checkbox.tsx';
import { Effects, FieldDiffs } from '../field-diffs.tsx';
import { KIND_LABELS, stepTitle } from '../format-sync.ts';
import classes from '../sync.module.css';
import { isProjectChosen, usePushChoice } from './push-choice.ts';

/** Steps that are drawn at first; a project with more shows them on demand. */
const STEPS_AT_ONCE = 100;

type Props = { readonly remote: RemoteSummary; readonly slug: string; readonly close: () => void };

/** Shows the changes of one project, field by field, each with what it does on the service. */
export function ProjectSteps({ remote, slug, close }: Props) {
  const { data, error } = useQuery(desk.sync.projectPlan.queryOptions({ remote: remote.id, slug }));
  const { choice, toggleStep } = usePushChoice(remote.id);
  const [shown, setShown] = useState(STEPS_AT_ONCE);
  const isChosen = isProjectChosen(choice, slug);
  return (
    <SidePanel title={slug} hint={slug} label={`Changes of ${slug}`} place="wide-screen" close={close}>
      <SidePanelBody label={`Changes of ${slug}, field by field`}>
        {error && <NotLoaded what="The changes" error={error} />}
        {!data && !error && <Skeleton height={120} radius="lg" animate={false} aria-label="Loading" />}
        {data && (
          <div className={classes.steps}>
            <Link href={`/projects/${slug}`}>Open the project</Link>
            {!isChosen && <span className="meta">This project is left out of the push.</span>}
            {data.steps.slice(0, shown).map((step) => (
              <StepItem
                key={step.id}
                step={step}
                isChosen={isChosen && !choice.steps.has(step.id)}
                isFixed={!isChosen}
                toggle={() => toggleStep(slug, step.id)}
              />
            ))}
            {data.steps.length > shown && (
              <Button variant="default" onClick={() => setShown(data.steps.length)}>
                {`Show ${data.steps.length - shown} more`}
              </Button>
            )}
            {data.held.length > 0 && (
              <section aria-label="Not sent">
                <b>Not sent</b>
                {data.held.map(({ kind, key, reason }) => (
                  <p key={`${kind} ${key} ${reason}`} className={classes.held}>
                    {`${capitalize(KIND_LABELS[kind][0])} ${key}: ${reason}`}
                  </p>
                ))}
              </section>
            )}
            {data.steps.length === 0 && data.held.length === 0 && (
              <span className="dim">Nothing differs from the service any more.</span>
            )}
          </div>
        )}
      </SidePanelBody>
    </SidePanel>
  );
}

type StepProps = {
  readonly step: Step;
  readonly isChosen: boolean;
  readonly isFixed: boolean;
  readonly toggle: () => void;
};

function StepItem({ step, isChosen, isFixed, toggle }: StepProps) {
  const title = stepTitle(step);
  return (
    <section className={classes.step} aria-label={title}>
      <div className={classes.stepTitle}>
        <RowCheckbox
          label={`Push: ${title}`}
          state={isChosen ? 'all' : 'none'}
          isTabStop
          isDisabled={isFixed}
          toggle={toggle}
        />
        <span className={isChosen ? undefined : 'dim'}>{title}</span>
      </div>
      <div className={classes.stepBody}>
        <FieldDiffs kind={step.kind} from={step.from} to={step.to} />
        <Effects effects={step.effects} />
        {!step.reversible && <span className={classes.held}>A later push cannot take this back.</span>}
      </div>
    </section>
  );
}

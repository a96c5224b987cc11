import { Button, Modal, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Step } from '../../../../src-server/model/sync/plan.ts';
import { desk, problemOf } from '../../../api/desk.ts';
import type { RemoteSummary } from '../../../features/live-service/remotes.ts';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { FormProblem } from '../../../ui/dialog/form-dialog.tsx';
import { useRestoreFocus } from '../../../ui/dialog/use-restore-focus.ts';
import { NotLoaded } from '../../../ui/feedback/not-loaded.tsx';
import { formatCount, pluralize } from '../../../ui/format.ts';
import { Effects, FieldDiffs } from '../field-diffs.tsx';
import { KIND_LABELS, stepTitle } from '../format-sync.ts';
import classes from '../sync.module.css';
import { usePushChoice } from './push-choice.ts';

/** Steps that the dialog names; the panel beside the list shows all of a project. */
const NAMED_STEPS = 200;

type Props = { readonly remote: RemoteSummary; readonly close: () => void };

/** Shows a last time what is sent and what follows from it, then sends exactly that. */
export function PushReview({ remote, close }: Props) {
  useRestoreFocus(true);
  const { choice, reset } = usePushChoice(remote.id);
  const { data, error } = useQuery({
    ...desk.sync.review.queryOptions({
      remote: remote.id,
      isAll: choice.isAll,
      projects: [...choice.projects.keys()],
      leftOut: [...choice.steps.keys()],
    }),
    gcTime: 0,
    staleTime: 0,
  });
  const push = useMutation(
    desk.sync.push.mutationOptions({
      onSuccess() {
        reset();
        close();
      },
    }),
  );
  const steps = data?.steps ?? [];
  const send = () => {
    if (steps.length > 0) push.mutate({ remote: remote.id, only: steps.map(({ id }) => id) });
  };
  return (
    <Modal
      opened
      onClose={close}
      title={`Push to ${remote.name}`}
      size={620}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {error && <NotLoaded what="The plan" error={error} />}
      {!data && !error && <Skeleton height={160} radius="lg" animate={false} aria-label="Loading" />}
      {data && (
        <>
          <p className="dim">{summaryOf(steps)}</p>
          <PlannedSteps steps={steps} />
          {data.held.length > 0 && (
            <p className={classes.held}>
              {`${pluralize(data.held.length, 'change')} cannot be sent now; the panel of each project says why.`}
            </p>
          )}
          {push.error && <FormProblem>{problemOf(push.error).message}</FormProblem>}
        </>
      )}
      <DialogButtons>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button aria-disabled={steps.length === 0} loading={push.isPending} data-autofocus onClick={send}>
          {steps.length === 0 ? 'Push' : `Push ${pluralize(steps.length, 'change')}`}
        </Button>
      </DialogButtons>
    </Modal>
  );
}

function PlannedSteps({ steps }: { readonly steps: readonly Step[] }) {
  const groups = Map.groupBy(steps.slice(0, NAMED_STEPS), ({ project }) => project);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className={classes.review} tabIndex={0} aria-label="What is sent">
      {[...groups].map(([project, ofProject]) => (
        <div key={project} className={classes.group}>
          <h3 className="mono">{project}</h3>
          {ofProject.map((step) => (
            <div key={step.id} className={classes.planned}>
              {stepTitle(step)}
              <FieldDiffs kind={step.kind} from={step.from} to={step.to} />
              <Effects
                effects={
                  step.reversible ? step.effects : [...step.effects, 'A later push cannot take this back.']
                }
              />
            </div>
          ))}
        </div>
      ))}
      {steps.length > NAMED_STEPS && (
        <p className="meta">{`And ${pluralize(steps.length - NAMED_STEPS, 'more change', 'more changes')}.`}</p>
      )}
      {steps.length === 0 && <p className="dim">Nothing that was chosen can be sent now.</p>}
    </section>
  );
}

/** Says what is sent in numbers: `3 versions, 1 redirect in 2 projects`. */
function summaryOf(steps: readonly Step[]): string {
  if (steps.length === 0) return 'Nothing is sent.';
  const kinds = Object.entries(KIND_LABELS).flatMap(([kind, [one, many]]) => {
    const count = steps.filter((step) => step.kind === kind).length;
    return count === 0 ? [] : [`${formatCount(count)} ${count === 1 ? one : many}`];
  });
  const projects = new Set(steps.map(({ project }) => project)).size;
  return `Changes ${kinds.join(', ')} in ${pluralize(projects, 'project')} on the service. Each object is read again first; what was changed there meanwhile is not overwritten.`;
}

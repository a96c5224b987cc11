import { Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { desk, deskClient, problemOf } from '../../../api/desk.ts';
import { BulkDialog } from '../../../ui/dialog/bulk-dialog.tsx';
import { countChanges } from '../../../ui/dialog/bulk-report.tsx';
import { usePreview } from '../../../ui/dialog/use-preview.ts';
import { notifyUndoable } from '../../../ui/feedback/notify.tsx';
import { formatCount, pluralize } from '../../../ui/format.ts';

type Props = {
  readonly slugs: readonly string[];
  readonly close: () => void;
  /** Called with the slugs of the removed projects. */
  readonly onRemoved: (slugs: readonly string[]) => void;
};

const OUTCOME_LABELS = { change: 'Empty' };

/** Removes projects after a preview; to remove more than one, their number has to be typed. */
export function RemoveProjects({ slugs, close, onRemoved }: Props) {
  const [typed, setTyped] = useState('');
  const { report, problem } = usePreview(
    () => deskClient.projects.previewRemoval.query([...slugs]),
    [slugs],
    true,
  );
  const removal = useMutation(desk.projects.remove.mutationOptions());
  const count = report ? countChanges(report.items) : slugs.length;
  const first = report?.items[0]?.name ?? slugs[0] ?? '';
  const isReady = count < 2 || typed.trim() === String(count);

  const submit = () =>
    removal.mutate([...slugs], {
      onSuccess: (changed) => {
        const removed = changed.answer.items.filter(({ outcome }) => outcome === 'change');
        close();
        onRemoved(removed.map(({ key }) => key));
        const [only] = removed;
        notifyUndoable(
          removed.length === 1 && only
            ? `Removed ${only.name}`
            : `Removed ${pluralize(removed.length, 'project')}`,
          changed,
        );
      },
    });

  const failure = removal.error ?? problem;
  return (
    <BulkDialog
      title={slugs.length === 1 ? `Remove ${first}` : `Remove ${pluralize(slugs.length, 'project')}`}
      close={close}
      items={report?.items}
      outcomeLabels={OUTCOME_LABELS}
      verb="will be removed"
      confirmLabel={(changes) => `Remove ${changes === 1 ? first : formatCount(changes)}`}
      disabledReason={count > 0 && !isReady ? 'Type the number first.' : undefined}
      danger
      busy={removal.isPending}
      problem={failure ? problemOf(failure).message : undefined}
      submit={submit}
    >
      <Stack gap="lg">
        <p>
          {slugs.length === 1 ? 'It moves' : 'They move'} to the trash with everything listed below, and can
          be restored from there for 30 days.
        </p>
        {count > 1 && (
          <TextInput
            label={
              <>
                Type <span className="mono">{count}</span> to confirm
              </>
            }
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
        )}
      </Stack>
    </BulkDialog>
  );
}

import { Stack } from '@mantine/core';
import { deskClient } from '../../../api/desk.ts';
import { BulkDialog } from '../../../ui/dialog/bulk-dialog.tsx';
import { countChanges, type ReportItem } from '../../../ui/dialog/bulk-report.tsx';
import { useConfirmText } from '../../../ui/dialog/use-confirm-text.tsx';
import { usePreview } from '../../../ui/dialog/use-preview.ts';
import { useForm } from '../../../ui/form/use-form.ts';
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
  const { report, problem, retry } = usePreview(
    () => deskClient.projects.previewRemoval.query([...slugs]),
    [slugs],
    true,
  );
  const form = useForm({
    initialValues: {},
    save: () => deskClient.projects.remove.mutate([...slugs]),
    onSaved({ answer }) {
      close();
      onRemoved(removedItems(answer).map(({ key }) => key));
    },
    message({ answer }) {
      const [only, ...others] = removedItems(answer);
      return `Removed ${only && others.length === 0 ? only.name : pluralize(removedItems(answer).length, 'project')}`;
    },
  });
  const count = report ? countChanges(report.items) : slugs.length;
  const first = report?.items[0]?.name ?? slugs[0] ?? '';
  const { isConfirmed, field } = useConfirmText(count > 1 ? String(count) : undefined);
  return (
    <BulkDialog
      title={slugs.length === 1 ? `Remove ${first}` : `Remove ${pluralize(slugs.length, 'project')}`}
      close={close}
      items={report?.items}
      outcomeLabels={OUTCOME_LABELS}
      verb="will be removed"
      confirmLabel={(changes) => `Remove ${changes === 1 ? first : formatCount(changes)}`}
      disabledReason={isConfirmed ? undefined : 'Type the number first.'}
      danger
      form={form}
      previewError={problem}
      retryPreview={retry}
      subjects={slugs}
    >
      <Stack gap="lg">
        <p>
          {slugs.length === 1 ? 'It moves' : 'They move'} to the trash with everything listed below, and can
          be restored from there for 30 days.
        </p>
        {field}
      </Stack>
    </BulkDialog>
  );
}

function removedItems({ items }: { readonly items: readonly ReportItem[] }): readonly ReportItem[] {
  return items.filter(({ outcome }) => outcome === 'change');
}

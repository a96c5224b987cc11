import {
  REDIRECT_CHANGES_MAX,
  TOO_MANY_TO_REMOVE,
} from '../../../../src-server/model/redirects/redirect-file.ts';
import { deskClient } from '../../../api/desk.ts';
import { BulkDialog } from '../../../ui/dialog/bulk-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { formatCount, pluralize } from '../../../ui/format.ts';
import { fromLabel, type RedirectView, toLabel } from '../list/redirect-view.ts';

type Props = {
  readonly slug: string;
  readonly rules: readonly RedirectView[];
  /** Positions by id, from 0. */
  readonly places: ReadonlyMap<number, number>;
  readonly close: () => void;
  readonly onRemoved: () => void;
};

const OUTCOME_LABELS = { change: '' };

/** Removes redirects as one change, after a list of them. */
export function RemoveRedirects({ slug, rules, places, close, onRemoved }: Props) {
  const form = useForm({
    initialValues: {},
    save: () => deskClient.redirects.removeSeveral.mutate({ slug, ids: rules.map(({ id }) => id) }),
    onSaved() {
      close();
      onRemoved();
    },
    message: () => `Removed ${pluralize(rules.length, 'redirect')}`,
  });
  return (
    <BulkDialog
      title={`Remove ${pluralize(rules.length, 'redirect')}`}
      close={close}
      items={rules.map((rule) => ({
        key: formatCount((places.get(rule.id) ?? 0) + 1),
        name: `${rule.type} ${fromLabel(rule).text}`,
        outcome: 'change',
        note: toLabel(rule).text,
      }))}
      outcomeLabels={OUTCOME_LABELS}
      noun="redirect"
      verb="will be removed"
      confirmLabel={(count) => `Remove ${formatCount(count)}`}
      disabledReason={rules.length > REDIRECT_CHANGES_MAX ? TOO_MANY_TO_REMOVE : undefined}
      danger
      form={form}
    >
      <p className="dim">
        Readers who request these URLs get a 404, unless another redirect matches. Undo restores all of them
        to their positions.
      </p>
    </BulkDialog>
  );
}

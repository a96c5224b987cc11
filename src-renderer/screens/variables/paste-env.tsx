import { useMemo, useState } from 'react';
import { deskClient, fieldErrors } from '../../api/desk.ts';
import { BulkDialog } from '../../ui/dialog/bulk-dialog.tsx';
import { countChanges, type ReportItem } from '../../ui/dialog/bulk-report.tsx';
import { usePreview } from '../../ui/dialog/use-preview.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { formatCount, pluralize } from '../../ui/format.ts';
import classes from './environment.module.css';
import {
  formatIgnoredLines,
  formatRepeatedName,
  type PastePreview,
  type RepeatedName,
} from './format-paste-preview.ts';
import { SecretTextarea } from './secret-textarea.tsx';
import { truncateName } from './variable-row.ts';

type Props = {
  readonly slug: string;
  /** Where values are stored. */
  readonly storageHint: string;
  readonly close: () => void;
};

const OUTCOME_LABELS = { add: 'Add', replace: 'Replace', same: 'Unchanged' };

/** Sets variables from the text of a `.env` in one change, after a preview. */
export function PasteEnv({ slug, storageHint, close }: Props) {
  const form = useForm({
    initialValues: { text: '' },
    save: (values) => deskClient.variables.paste.mutate({ slug, ...values }),
    onSaved: close,
    message({ answer }) {
      const count = countChanges(answer.items);
      return count === 0 ? 'No changes' : `Set ${pluralize(count, 'variable')}`;
    },
  });
  const { text } = form.values;
  const [isRevealed, setRevealed] = useState(false);
  const hasText = text.trim() !== '';
  const { report, problem, retry } = usePreview(
    async () => ({ text, ...(await deskClient.variables.previewPaste.query({ slug, text })) }),
    [text],
    hasText,
  );
  const previewTextError = problem ? fieldErrors(problem).text : undefined;
  // A failed preview removes the previous one.
  const items = useMemo(() => report && itemsWithDuplicates(report), [report]);
  return (
    <BulkDialog
      title="Paste a .env"
      close={close}
      items={items}
      outcomeLabels={OUTCOME_LABELS}
      noun="variable"
      verb="will be set"
      confirmLabel={(count) => (count === 0 ? 'Set variables' : `Set ${pluralize(count, 'variable')}`)}
      disabledReason={disabledReason(hasText, report, text)}
      form={form}
      previewError={previewTextError === undefined ? problem : undefined}
      retryPreview={retry}
    >
      <SecretTextarea
        what="text"
        shown={isRevealed}
        change={setRevealed}
        label="Text of the file"
        placeholder={'DATABASE_URL=postgres://…\nAPI_KEY="…"'}
        description={storageHint}
        error={form.errorOf('text') ?? previewTextError}
        rows={7}
        value={text}
        write={(next) => form.change({ text: next })}
        autoFocus
      />
      {report && report.repeated.length > 0 && <RepeatedNames names={report.repeated} />}
      {report && report.ignoredLines.length > 0 && (
        <p className={classes.ignored}>{formatIgnoredLines(report.ignoredLines)}</p>
      )}
    </BulkDialog>
  );
}

type PreviewedText = { readonly text: string; readonly items: readonly unknown[] } | undefined;

/** Why the variables cannot be set yet: the preview must be of the current text. */
function disabledReason(hasText: boolean, report: PreviewedText, text: string): string | undefined {
  if (!hasText) return 'Paste lines of NAME=value first.';
  if (report && report.text !== text) return 'Loading the preview…';
  return report?.items.length === 0 ? 'No line has a variable.' : undefined;
}

/** Items of the preview, with the winning line of repeated names; undefined when there are none. */
function itemsWithDuplicates({ items, repeated }: PastePreview): readonly ReportItem[] | undefined {
  if (items.length === 0) return undefined;
  const lineOf = new Map(repeated.map(({ name, line }) => [name, line]));
  return items.map((item) => {
    const line = lineOf.get(item.key);
    if (line === undefined || item.outcome === 'refused') return item;
    return { ...item, note: `${OUTCOME_LABELS[item.outcome]} (line ${formatCount(line)})` };
  });
}

/** Names listed one by one; the preview marks all of them. */
const MAX_NAMES = 3;

/** Lists the names that a pasted `.env` sets more than once, with the winning line. */
function RepeatedNames({ names }: { readonly names: readonly RepeatedName[] }) {
  const more = names.length - MAX_NAMES;
  return (
    <ul className={classes.duplicates} aria-label="Names set more than once">
      {names.slice(0, MAX_NAMES).map((repeated) => (
        <li key={repeated.name}>
          <span className="mono" title={repeated.name}>
            {truncateName(repeated.name)}
          </span>{' '}
          {formatRepeatedName(repeated)}
        </li>
      ))}
      {more > 0 && (
        <li>
          {more === 1 ? '1 more name is' : `${formatCount(more)} more names are`} set more than once: the last
          line wins, the others are ignored.
        </li>
      )}
    </ul>
  );
}

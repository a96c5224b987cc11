import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { problemOf } from '../../api/desk.ts';
import { BulkReport, countChanges, type ReportItem } from './bulk-report.tsx';
import { FormDialog, FormProblem, type FormState } from './form-dialog.tsx';

type Props = {
  readonly title: string;
  readonly close: () => void;
  readonly children: ReactNode;
  /** What would happen to each item; undefined until it is known. */
  readonly items: readonly ReportItem[] | undefined;
  readonly outcomeLabels: Readonly<Record<string, string>>;
  /** Names one item: `version`; `project` unless given. */
  readonly noun?: string;
  /** What the items that change do; `will change` unless given. */
  readonly verb?: string;
  /** Names the action with its count: `Set on 3`. */
  readonly confirmLabel: (count: number) => string;
  /** Why it cannot be done yet, when it cannot. */
  readonly disabledReason?: string | undefined;
  readonly danger?: boolean;
  readonly form: FormState;
  /** Why there is no preview; shown until a change was refused as a whole. */
  readonly previewError?: unknown;
  /** Asks for the preview once more. */
  readonly retryPreview?: () => unknown;
  /** What the change is of, by slug; listed where there is no preview of it. */
  readonly subjects?: readonly string[];
};

/** Shows a change of many items: what it is, what it does to each, then the action itself. */
export function BulkDialog(props: Props) {
  const { title, close, children, items, outcomeLabels, noun = 'project', verb, form, previewError } = props;
  const count = items ? countChanges(items) : 0;
  return (
    <FormDialog
      title={title}
      size={560}
      form={form}
      close={close}
      submitLabel={props.confirmLabel(count)}
      danger={props.danger ?? false}
      ready={items !== undefined}
      disabledReason={props.disabledReason ?? (items && count === 0 ? 'Nothing will change.' : undefined)}
    >
      {children}
      {items && (
        <BulkReport items={items} outcomeLabels={outcomeLabels} noun={noun} {...(verb && { verb })} />
      )}
      {Boolean(previewError) && form.problem === undefined && <FailedPreview {...props} noun={noun} />}
    </FormDialog>
  );
}

/** Says why there is no preview, and still lists what the change is of. */
function FailedPreview({ items, subjects = [], noun = 'project', previewError, retryPreview }: Props) {
  return (
    <>
      {items === undefined && subjects.length > 0 && (
        <BulkReport
          items={subjects.map((key) => ({ key, name: key, outcome: 'unknown', note: '' }))}
          outcomeLabels={{ unknown: 'Not known yet' }}
          noun={noun}
          verb="chosen"
        />
      )}
      <FormProblem>{problemOf(previewError).message}</FormProblem>
      {retryPreview && (
        <Button variant="default" size="compact-xs" mt="xs" onClick={() => void retryPreview()}>
          Try again
        </Button>
      )}
    </>
  );
}

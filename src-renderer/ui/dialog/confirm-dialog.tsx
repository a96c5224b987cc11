import { TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type ReactNode, useState } from 'react';
import { useForm } from '../form/use-form.ts';
import { FormBody, FormDialog, type FormState } from './form-dialog.tsx';
import { useRestoreFocus } from './use-restore-focus.ts';

type Question = {
  readonly title: string;
  /** Names the action: `Remove almanac`. */
  readonly confirmLabel: string;
  /** Must be typed first, where much would be lost. */
  readonly requiredText?: string;
  readonly danger?: boolean;
};

type Props = Question & {
  /** What will be gone, or changed. */
  readonly children: ReactNode;
  readonly busy?: boolean;
  /** Why it cannot be done (now). */
  readonly problem?: string | undefined;
  readonly run: () => void;
  readonly close: () => void;
};

/**
 * Asks before something is removed, or before many things change: says what, and names the action. The dialog stays,
 * busy, until `run` is done, and shows a refusal.
 */
export function confirm({
  body,
  run,
  ...question
}: Question & { readonly body: ReactNode; readonly run: () => Promise<unknown> }): void {
  const id = modals.open({
    title: question.title,
    closeButtonProps: { 'aria-label': 'Close' },
    children: <Confirmation {...question} body={body} run={run} close={() => modals.close(id)} />,
  });
}

type ConfirmationProps = Question & {
  readonly body: ReactNode;
  readonly run: () => Promise<unknown>;
  readonly close: () => void;
};

function Confirmation({ body, run, close, ...question }: ConfirmationProps) {
  useRestoreFocus(true);
  const form = useForm({ initialValues: {}, save: run, onSaved: close });
  const { fields, ready } = useConfirmation(question, body);
  return (
    <FormBody form={form} close={close} {...buttonProps(question)} ready={ready}>
      {fields}
    </FormBody>
  );
}

/** Asks as `confirm` does, where the screen itself holds the question. */
export function ConfirmDialog({ children, busy = false, problem, run, close, ...question }: Props) {
  const form: FormState = { submit: run, isBusy: busy, problem };
  const { fields, ready } = useConfirmation(question, children);
  return (
    <FormDialog title={question.title} form={form} close={close} {...buttonProps(question)} ready={ready}>
      {fields}
    </FormDialog>
  );
}

function buttonProps({ confirmLabel, danger = true }: Question) {
  return { submitLabel: confirmLabel, danger };
}

function useConfirmation({ requiredText }: Question, body: ReactNode) {
  const [typed, setTyped] = useState('');
  const fields = (
    <>
      <div style={{ marginBottom: 12, color: 'var(--text-2)', overflowWrap: 'anywhere' }}>{body}</div>
      {requiredText !== undefined && (
        <TextInput
          label={
            <>
              Type <span className="mono">{requiredText}</span> to confirm
            </>
          }
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      )}
    </>
  );
  return { fields, ready: requiredText === undefined || typed === requiredText };
}

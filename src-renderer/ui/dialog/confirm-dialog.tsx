import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
import { useForm } from '../form/use-form.ts';
import { FormBody } from './form-dialog.tsx';
import { useConfirmText } from './use-confirm-text.tsx';
import { useRestoreFocus } from './use-restore-focus.ts';

type Question = {
  readonly title: string;
  /** Names the action: `Remove almanac`. */
  readonly confirmLabel: string;
  /** Must be typed first, where much would be lost. */
  readonly requiredText?: string;
  /** What will be gone, or changed. */
  readonly body: ReactNode;
  /** Makes the change, and says so. What the desk answered is returned, so that only what it names is fetched again. */
  readonly run: () => Promise<unknown>;
};

/**
 * Asks before something is removed, or before many things change: says what, and names the action. The dialog stays,
 * busy, until `run` is done, and shows a refusal.
 */
export function confirm(question: Question): void {
  const id = modals.open({
    title: question.title,
    closeButtonProps: { 'aria-label': 'Close' },
    children: <Confirmation {...question} close={() => modals.close(id)} />,
  });
}

type Props = Question & { readonly close: () => void };

function Confirmation({ confirmLabel, requiredText, body, run, close }: Props) {
  useRestoreFocus(true);
  const form = useForm({ initialValues: {}, save: run, onSaved: close });
  const { isConfirmed, field } = useConfirmText(requiredText);
  return (
    <FormBody form={form} close={close} submitLabel={confirmLabel} danger ready={isConfirmed}>
      <div style={{ marginBottom: 12, color: 'var(--text-2)', overflowWrap: 'anywhere' }}>{body}</div>
      {field}
    </FormBody>
  );
}

import { Button, Modal, type ModalProps, Text } from '@mantine/core';
import type { FormEvent, ReactNode, RefObject } from 'react';
import { DialogButtons } from './dialog-buttons.tsx';
import { useRestoreFocus } from './use-restore-focus.ts';

/** The part of a form that its body shows; `useForm` gives it. */
export type FormState = {
  readonly ref?: RefObject<HTMLFormElement | null>;
  readonly submit: (event: FormEvent) => void;
  readonly isBusy: boolean;
  readonly problem?: string | undefined;
};

type BodyProps = {
  readonly form: FormState;
  readonly close: () => void;
  /** Names the action: `Add person`. */
  readonly submitLabel: string;
  readonly danger?: boolean;
  /** Whether the form may be sent; a button that may not stays in the order of the keyboard. */
  readonly ready?: boolean;
  /** Why it cannot be sent yet; shown before the buttons. */
  readonly disabledReason?: string | undefined;
  readonly children: ReactNode;
};

type Props = BodyProps &
  Pick<ModalProps, 'size' | 'closeOnClickOutside'> & {
    readonly title: string;
  };

/** Shows a form in a dialog, and gives the keyboard back to what had it. */
export function FormDialog({ title, size, closeOnClickOutside = true, ...body }: Props) {
  useRestoreFocus(true);
  return (
    <Modal
      opened
      onClose={body.close}
      title={title}
      closeOnClickOutside={closeOnClickOutside}
      closeButtonProps={{ 'aria-label': 'Close' }}
      {...(size !== undefined && { size })}
    >
      <FormBody {...body} />
    </Modal>
  );
}

/** The inside of a dialog that sends something: fields, refusal, and the buttons. */
export function FormBody({
  form,
  close,
  submitLabel,
  danger,
  ready = true,
  disabledReason,
  children,
}: BodyProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && disabledReason === undefined && !form.isBusy) form.submit(event);
  };
  return (
    <form ref={form.ref} onSubmit={submit} noValidate>
      {children}
      {form.problem !== undefined && <FormProblem>{form.problem}</FormProblem>}
      <DialogButtons>
        {disabledReason !== undefined && (
          <Text size="xs" c="dimmed" flex={1}>
            {disabledReason}
          </Text>
        )}
        <Button variant="default" flex="none" onClick={close}>
          Cancel
        </Button>
        <Button
          type="submit"
          color={danger ? 'red' : undefined}
          aria-disabled={!ready || disabledReason !== undefined}
          loading={form.isBusy}
        >
          {submitLabel}
        </Button>
      </DialogButtons>
    </form>
  );
}

/** Says why the form was refused as a whole. */
export function FormProblem({ children }: { readonly children: ReactNode }) {
  return (
    <Text component="p" c="var(--failed)" mt="sm" role="alert" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
}

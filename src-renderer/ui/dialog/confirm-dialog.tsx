import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import classes from './confirm-dialog.module.css';
import { useRestoreFocus } from './use-restore-focus.ts';

type Props = {
  readonly title: string;
  /** What will be gone, or changed. */
  readonly children: ReactNode;
  /** Names the act: `Remove almanac`. */
  readonly confirmLabel: string;
  /** Must be typed first, where much would be lost. */
  readonly requiredText?: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
  /** Why it cannot be done (now). */
  readonly problem?: string | undefined;
  readonly run: () => void;
  readonly close: () => void;
};

/** Asks before something is removed, or before many things change: says what, and names the act. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  requiredText,
  danger = true,
  busy,
  problem,
  run,
  close,
}: Props) {
  useRestoreFocus(true);
  const [typed, setTyped] = useState('');
  const ready = requiredText === undefined || typed === requiredText;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && !busy) run();
  };
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit}>
        <div className={classes.body}>{children}</div>
        {requiredText !== undefined && (
          <TextInput
            label={
              <>
                Type <span className="mono">{requiredText}</span> to go on
              </>
            }
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
        )}
        {problem && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        <div className={classes.footer}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            color={danger ? 'red' : undefined}
            aria-disabled={!ready}
            loading={busy ?? false}
          >
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

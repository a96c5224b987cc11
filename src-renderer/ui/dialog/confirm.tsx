import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import classes from './confirm.module.css';
import { useFocusBack } from './use-focus-back.ts';

type Props = {
  readonly title: string;
  /** What will be gone, or changed. */
  readonly children: ReactNode;
  /** Names the act: `Remove almanac`. */
  readonly act: string;
  /** Must be typed first, where much would be lost. */
  readonly name?: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
  /** Why it cannot be done (now). */
  readonly problem?: string | undefined;
  readonly run: () => void;
  readonly close: () => void;
};

/** Asks before something is removed, or before many things change: says what, and names the act. */
export function Confirm({ title, children, act, name, danger = true, busy, problem, run, close }: Props) {
  useFocusBack(true);
  const [typed, setTyped] = useState('');
  const ready = name === undefined || typed === name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && !busy) run();
  };
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit}>
        <div className={classes.body}>{children}</div>
        {name !== undefined && (
          <TextInput
            label={
              <>
                Type <span className="mono">{name}</span> to go on
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
        <div className={classes.foot}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            color={danger ? 'red' : undefined}
            aria-disabled={!ready}
            loading={busy ?? false}
          >
            {act}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

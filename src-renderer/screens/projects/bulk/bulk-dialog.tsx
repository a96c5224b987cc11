import { Button, Modal } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { BulkReport, countChanges, type ReportItem } from '../../../ui/dialog/bulk-report.tsx';
import { useRestoreFocus } from '../../../ui/dialog/use-restore-focus.ts';
import classes from './bulk-dialog.module.css';

type Props = {
  readonly title: string;
  readonly close: () => void;
  readonly children: ReactNode;
  /** What happens to each item; undefined while unknown. */
  readonly items: readonly ReportItem[] | undefined;
  readonly outcomeLabels: Readonly<Record<string, string>>;
  /** Noun for one item; `project` by default. */
  readonly noun?: string;
  /** Verb for the items that change; `will change` by default. */
  readonly verb?: string;
  /** Label of the submit button with the count: `Set on 3`. */
  readonly confirmLabel: (count: number) => string;
  /** Why the form cannot be submitted yet, if so. */
  readonly disabledReason?: string | undefined;
  readonly danger?: boolean;
  readonly busy: boolean;
  /** Why the request was refused as a whole. */
  readonly problem?: string | undefined;
  readonly submit: () => void;
};

/** Previews what a change does to each of several items, then makes it. */
export function BulkDialog(props: Props) {
  const {
    title,
    close,
    children,
    items,
    outcomeLabels,
    confirmLabel,
    danger = false,
    busy,
    problem,
    submit,
  } = props;
  useRestoreFocus(true);
  const count = items ? countChanges(items) : 0;
  const disabledReason = props.disabledReason ?? (items && count === 0 ? 'Nothing will change.' : undefined);
  const ready = items !== undefined && disabledReason === undefined;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && !busy) submit();
  };
  return (
    <Modal opened onClose={close} title={title} size={560} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={onSubmit} noValidate>
        {children}
        {items && (
          <BulkReport
            items={items}
            outcomeLabels={outcomeLabels}
            noun={props.noun ?? 'project'}
            verb={props.verb}
          />
        )}
        {problem && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        <div className={classes.footer}>
          <span className={classes.reason}>{disabledReason}</span>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" color={danger ? 'red' : undefined} aria-disabled={!ready} loading={busy}>
            {confirmLabel(count)}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { WithUndo } from '../../../src-server/desk/procedure.ts';
import { desk, deskClient, problemOf, refreshQueries } from '../../api/desk.ts';
import classes from './notify.module.css';
import { type AskedUndo, useUndoQuestion } from './undo-question.ts';

const AUTO_CLOSE_MS = 8000;
/** A pointer that rests on a toast keeps it no longer than this. */
const MAX_SHOWN_MS = 20_000;

/** Between a toast and what is above and below it. In pixels. */
const TOAST_GAP = 8;

type ToastAction = {
  readonly label: string;
  readonly run: () => void;
  /** The change that the action undoes: the toast goes when that can no longer be undone. */
  readonly batch?: number;
};

let shownId: string | undefined;

/**
 * Shows one sentence at the edge of the window in place of the one before, with at most one action. `onClose` is called
 * when it is gone, not when the window is loaded again before.
 */
export function notify(message: string, action?: ToastAction, onClose?: () => void): void {
  if (shownId !== undefined) notifications.hide(shownId);
  const id = `toast-${Math.random().toString(36).slice(2)}`;
  shownId = id;
  const timer = setTimeout(() => notifications.hide(id), MAX_SHOWN_MS);
  const run = () => {
    notifications.hide(id);
    action?.run();
  };
  notifications.show({
    id,
    autoClose: AUTO_CLOSE_MS,
    withCloseButton: !action,
    onClose() {
      clearTimeout(timer);
      onClose?.();
    },
    closeButtonProps: { 'aria-label': 'Close' },
    classNames: { root: classes.toast, description: classes.message, closeButton: classes.close },
    message: (
      <Group gap={10} wrap="nowrap">
        <span className={classes.message}>{message}</span>
        <ToastRoom id={id} />
        {action?.batch !== undefined && <HideWhenVoid id={id} batch={action.batch} />}
        {action && (
          <Button size="compact-xs" className={classes.action} onClick={run}>
            {action.label}
          </Button>
        )}
      </Group>
    ),
  });
}

/** Makes the screen leave room for a toast, which covers nothing then. */
function ToastRoom({ id }: { readonly id: string }) {
  const marker = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const toast = marker.current?.closest<HTMLElement>('[role="alert"]');
    if (!toast) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      if (id === shownId) style.setProperty('--toast-room', `${toast.offsetHeight + 2 * TOAST_GAP}px`);
    });
    observer.observe(toast);
    return () => {
      observer.disconnect();
      // The toast that took its place has a room of its own.
      if (id === shownId) style.removeProperty('--toast-room');
    };
  }, [id]);
  return <span ref={marker} hidden />;
}

/** Hides a toast once its change cannot be undone: it was undone elsewhere, or what it changed is gone. */
function HideWhenVoid({ id, batch }: { readonly id: string; readonly batch: number }) {
  const { data: isPossible } = useQuery(desk.undo.isPossible.queryOptions({ batch }));
  useEffect(() => {
    if (isPossible === false) notifications.hide(id);
  }, [isPossible, id]);
  return null;
}

/** Says why something was refused. */
export function notifyError(error: unknown): void {
  notify(problemOf(error).message);
}

/** Says what a change did and offers to undo that change alone, where it can be undone. */
export function notifyUndoable(message: string, { undo: undoable }: WithUndo): void {
  if (undoable === null) notify(message);
  else notify(message, { label: 'Undo', run: () => void undoOrAsk(undoable), batch: undoable.batch });
}

/** Undoes one change, and asks first where that removes a whole load. */
export async function undoOrAsk(undoable: AskedUndo): Promise<void> {
  if (undoable.removes > 0) useUndoQuestion.getState().ask(undoable);
  else await undo(undoable.batch);
}

/** Undoes one change, and says so. */
export async function undo(batch: number): Promise<void> {
  try {
    const { answer, changed } = await deskClient.undo.revert.mutate({ batch });
    refreshQueries(changed);
    notify(`Undone: ${answer.name}${exceptFor(answer.left)}`);
  } catch (error) {
    notifyError(error);
  }
}

/** Names what an undo left as it is. */
function exceptFor(left: readonly string[]): string {
  if (left.length === 0) return '';
  const [one = '', two, ...more] = left;
  const named = two === undefined || more.length > 0 ? one : `${one} and ${two}`;
  const others = more.length > 0 ? ` and ${more.length + 1} other things` : '';
  return `, except ${named}${others}: changed since`;
}

/** Undoes the newest change that can be undone, or asks first. */
export async function undoLast(): Promise<void> {
  const last = await deskClient.undo.last.query().catch(() => null);
  if (last === null) notify('There is nothing to undo.');
  else await undoOrAsk(last);
}

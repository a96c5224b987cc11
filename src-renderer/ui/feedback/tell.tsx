import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { deskClient, problemOf, queryClient } from '../../api/desk.ts';
import classes from './tell.module.css';

const STAYS_MS = 8000;

/** One sentence at the edge of the window, with at most one act. */
export function tell(message: string, act?: { readonly label: string; readonly run: () => void }): void {
  const id = `told-${Math.random().toString(36).slice(2)}`;
  const run = () => {
    notifications.hide(id);
    act?.run();
  };
  notifications.show({
    id,
    autoClose: STAYS_MS,
    withCloseButton: !act,
    classNames: { root: classes.toast, description: classes.words, closeButton: classes.close },
    message: (
      <div className={classes.line}>
        <span className={classes.words}>{message}</span>
        {act && (
          <Button size="compact-xs" className={classes.act} onClick={run}>
            {act.label}
          </Button>
        )}
      </div>
    ),
  });
}

/** Says why something was refused. */
export function tellProblem(error: unknown): void {
  tell(problemOf(error).message);
}

/** Says what was done and offers to undo it, where it can be undone. */
export async function tellDone(message: string): Promise<void> {
  const last = await deskClient.undo.last.query().catch(() => null);
  if (last === null) return tell(message);
  tell(message, { label: 'Undo', run: () => void undo(last.batch) });
}

/** Takes one change back, and says so. */
export async function undo(batch: number): Promise<void> {
  try {
    const { name } = await deskClient.undo.takeBack.mutate({ batch });
    await queryClient.invalidateQueries();
    tell(`Undone: ${name}`);
  } catch (error) {
    tellProblem(error);
  }
}

/** Takes the last change back that can be. */
export async function undoLast(): Promise<void> {
  const last = await deskClient.undo.last.query().catch(() => null);
  if (last === null) tell('There is nothing to undo.');
  else await undo(last.batch);
}

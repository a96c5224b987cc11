import { useEffect } from 'react';
import { confirm } from '../ui/dialog/confirm-dialog.tsx';
import { undo } from '../ui/feedback/notify.tsx';
import { useUndoQuestion } from '../ui/feedback/undo-question.ts';
import { pluralize } from '../ui/format.ts';

/** Asks before a whole load is undone, by its line in a history, by its toast or by the keys. */
export function UndoQuestion() {
  const { asked, close } = useUndoQuestion();
  useEffect(() => {
    if (!asked) return;
    close();
    const projects = pluralize(asked.removes, 'project');
    confirm({
      title: 'Undo the whole load?',
      confirmLabel: `Remove ${projects}`,
      body: `Undoing this load removes all that it added: ${projects}. They can be restored from the trash for 30 days.`,
      run: () => undo(asked.batch),
    });
  }, [asked, close]);
  return null;
}

import { deskClient } from '../../api/desk.ts';
import { notifyError, notifyUndoable } from '../../ui/feedback/notify.tsx';
import { truncateName, type VariableRow } from './variable-row.ts';

/** Gives a variable to builds of pull requests too, or takes it from them. */
export function changePublic(slug: string, { id, name }: VariableRow, isPublic: boolean): void {
  const message = isPublic
    ? `Builds of pull requests get ${truncateName(name)}`
    : `Builds of pull requests no longer get ${truncateName(name)}`;
  deskClient.variables.setPublic
    .mutate({ slug, id, public: isPublic })
    .then((changed) => notifyUndoable(message, changed), notifyError);
}

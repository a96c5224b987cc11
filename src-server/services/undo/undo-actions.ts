import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import type { Trash } from '../../store/tables/journal/trash.ts';
import { revertIntegrationAdded, revertWebhookAdded } from './undo-hooks.ts';
import { revertLink } from './undo-links.ts';
import {
  bringBack,
  cancelWaitingBuild,
  revertImport,
  revertProject,
  revertVersion,
  revertVersionOn,
} from './undo-projects.ts';
import {
  revertMaintainer,
  revertRedirect,
  revertRedirectAdded,
  revertRedirectOrder,
  revertRedirectRemoved,
  revertSettings,
  revertTokenMade,
  revertUserActive,
  revertUserAdded,
  revertVariableAdded,
  revertVariableReplaced,
} from './undo-rows.ts';
import type { Revert, UndoTools } from './undo-tools.ts';

/** How an action is taken back, or why it is not. */
export type HowToUndo =
  /** `blocked` gives the reason why this very entry cannot be taken back (any more). */
  | {
      readonly revert: Revert;
      readonly blocked?: (entry: JournalEntry, tools: UndoTools) => string | undefined;
    }
  /** Never; nor is anything that was done together with it. */
  | { readonly because: string }
  /** Came of something else and does not keep that from being undone; alone there is nothing to undo in it. */
  | { readonly aside: Revert; readonly because: string };

const BUILDS_ARE_HISTORY = 'Builds are history: what has run stays in the list.';
const FROM_THE_REPOSITORY = 'Versions come and go with the repository.';
const TRASH_IS_EMPTY = 'The trash that held it has been emptied.';
const ONCE_MORE = 'This brought something back. Remove it again instead.';
const HEARD_OR_SAID = 'It only tells that something was heard or said; there is nothing to undo.';
const nothing: Revert = () => {};

const removed = (kind: Trash['kind']) => ({
  revert: bringBack(kind),
  blocked: (entry: JournalEntry, { context: { store } }: UndoTools) =>
    store.trash.ofBatch(entry.batch, kind, entry.subjectId ?? 0) ? undefined : TRASH_IS_EMPTY,
});
const ofABuild = { aside: nothing, because: BUILDS_ARE_HISTORY };

/** Every action that the journal knows. */
export const UNDO_ACTIONS: Readonly<Record<string, HowToUndo>> = {
  'project.create': { revert: revertImport },
  'project.update': { revert: revertProject },
  'project.delete': removed('project'),
  'project.restore': { because: ONCE_MORE },
  'project.add-maintainer': { revert: revertMaintainer },
  'project.remove-maintainer': { revert: revertMaintainer },
  'project.request-sync': {
    aside: nothing,
    because: 'The repository is only read; there is nothing to undo.',
  },
  'project.give-up-sync': {
    aside: nothing,
    because: 'The repository was only read; there is nothing to undo.',
  },
  'project.sync': {
    aside: nothing,
    because: FROM_THE_REPOSITORY,
  },
  'project.trust-builds': { revert: revertProject },
  'project.distrust-builds': { because: 'Allow its code to run again instead.' },
  'version.activate': { revert: revertVersionOn },
  'version.deactivate': { revert: revertVersion },
  'version.update': { revert: revertVersion },
  'version.create': { because: FROM_THE_REPOSITORY },
  'version.delete': { because: FROM_THE_REPOSITORY },
  'build.trigger': { aside: cancelWaitingBuild, because: BUILDS_ARE_HISTORY },
  'build.cancel': ofABuild,
  'build.request-cancel': ofABuild,
  'build.progress': ofABuild,
  'build.command': ofABuild,
  'build.finish': ofABuild,
  'redirect.create': { revert: revertRedirectAdded },
  'redirect.update': { revert: revertRedirect },
  'redirect.delete': { revert: revertRedirectRemoved },
  'redirect.reorder': { revert: revertRedirectOrder },
  'environment-variable.create': { revert: revertVariableAdded },
  'environment-variable.replace': { ...removed('environment-variable'), revert: revertVariableReplaced },
  'environment-variable.delete': removed('environment-variable'),
  'environment-variable.restore': { because: ONCE_MORE },
  'integration.create': { revert: revertIntegrationAdded },
  'integration.regenerate': { because: 'The secret of before is gone. Make another one instead.' },
  'integration.delete': removed('integration'),
  'integration.restore': { because: ONCE_MORE },
  'integration.hear': { aside: nothing, because: HEARD_OR_SAID },
  'build-webhook.create': { revert: revertWebhookAdded },
  'build-webhook.delete': removed('build-webhook'),
  'build-webhook.restore': { because: ONCE_MORE },
  'build-webhook.send': { aside: nothing, because: HEARD_OR_SAID },
  'subproject.create': { revert: revertLink },
  'subproject.delete': { revert: revertLink },
  'translation.add': { revert: revertLink },
  'translation.remove': { revert: revertLink },
  'token.create': { revert: revertTokenMade },
  'token.revoke': { because: 'The secret of a revoked token is gone. Make a new token instead.' },
  'user.create': { revert: revertUserAdded },
  'user.delete': { because: 'This took back that somebody was added. Add them again instead.' },
  'user.activate': { revert: revertUserActive },
  'user.deactivate': { revert: revertUserActive },
  'settings.update': { revert: revertSettings },
  'seed.load': { because: 'A loaded file is not taken back whole. Remove its projects one by one.' },
  'trash.empty': { because: 'What was in the trash is gone for good.' },
  'log.prune': { because: 'Logs that were removed to make room are gone for good.' },
};

/** How this is taken back; an action of a newer Lectern is not. */
export function howToUndo(action: string): HowToUndo {
  return UNDO_ACTIONS[action] ?? { because: 'This version of Lectern does not know how to undo it.' };
}

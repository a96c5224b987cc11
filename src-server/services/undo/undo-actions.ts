import { type Action, HIDDEN_ACTIONS, isRecorded } from '../../model/journal/actions.ts';
import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import type { TrashEntry } from '../../store/tables/journal/trash.ts';
import {
  pullBlocked,
  revertBuildRequest,
  revertCreation,
  revertParts,
  revertPull,
  revertUnlink,
} from '../sync/sync-undo.ts';
import { reportsPages } from './history/build-reports.ts';
import type { Revert, UndoServices } from './revert.ts';
import { revertLink } from './undo-links.ts';
import { loadBlocked, revertLoad } from './undo-loads.ts';
import {
  cancelTriggeredBuild,
  importBlocked,
  restoreFromTrash,
  revertImport,
  revertProject,
  revertVersion,
  revertVersionOn,
} from './undo-projects.ts';
import {
  revertIntegrationAdded,
  revertMaintainer,
  revertNotification,
  revertRedirect,
  revertRedirectAdded,
  revertRedirectOrder,
  revertRedirectRemoved,
  revertSettings,
  revertTokenCreated,
  revertUserActive,
  revertUserAdded,
  revertVariableAdded,
  revertVariablePublic,
  revertVariableReplaced,
  revertWebhookAdded,
  userBlocked,
} from './undo-rows.ts';

/** How an action is undone, or why it is not. */
export type UndoRule =
  /** `blocked` returns the reason why this entry cannot be undone, or not any more. */
  | {
      readonly revert: Revert;
      readonly blocked?: (entry: JournalEntry, tools: UndoServices) => string | undefined;
    }
  /** Never undone; nor is anything that was done together with it. */
  | { readonly reason: string }
  /** Followed from another action, which can still be undone; on its own there is nothing to undo. */
  | { readonly sideEffect: Revert; readonly reason: string };

const BUILDS_ARE_HISTORY = 'Builds are history: what has run stays in the list.';
const FROM_THE_REPOSITORY = 'Versions come and go with the repository.';
const TRASH_IS_EMPTY = 'The trash that held it has been emptied.';
const REMOVE_AGAIN = 'This restored something. Remove it again instead.';
const NOTIFICATION_ONLY = 'It only reports what was received or sent; there is nothing to undo.';
const START_OVER = 'Start the lesson over instead.';
const CLOCK_IS_SET = 'The clock is set in Settings.';
const FAULTS_ARE_SWITCHES = 'Fault rules are switched on and off in Requests.';
const NO_TOKEN = 'Its token was removed with it. Add the remote again instead.';
const ON_THE_SERVICE = 'What was sent is on the service. Change it here and push again instead.';
const CHOOSE_AGAIN = 'Choose the projects again instead.';
const noop: Revert = () => {};
const loadRule: UndoRule = { revert: revertLoad, blocked: loadBlocked };

const trashRule = (kind: TrashEntry['kind']) => ({
  revert: restoreFromTrash(kind),
  blocked: (entry: JournalEntry, { context: { store } }: UndoServices) =>
    store.trash.ofBatch(entry.batch, kind, entry.subjectId ?? 0) ? undefined : TRASH_IS_EMPTY,
});
const buildRule = { sideEffect: noop, reason: BUILDS_ARE_HISTORY };

/** How each action is undone. */
const UNDO_RULES: Readonly<Record<Action, UndoRule>> = {
  'project.create': { revert: revertImport, blocked: importBlocked },
  'project.update': { revert: revertProject },
  'project.delete': trashRule('project'),
  'project.restore': { reason: REMOVE_AGAIN },
  'project.add-maintainer': { revert: revertMaintainer },
  'project.remove-maintainer': { revert: revertMaintainer },
  'project.request-sync': {
    sideEffect: noop,
    reason: 'The repository is only read; there is nothing to undo.',
  },
  'project.give-up-sync': {
    sideEffect: noop,
    reason: 'The repository was only read; there is nothing to undo.',
  },
  'project.sync': {
    sideEffect: noop,
    reason: FROM_THE_REPOSITORY,
  },
  'project.trust-builds': { revert: revertProject },
  'project.distrust-builds': { reason: 'Allow its code to run again instead.' },
  'project.set-builder': { revert: revertProject },
  'build-script.save': { reason: 'Save the earlier script again instead.' },
  'version.activate': { revert: revertVersionOn },
  'version.deactivate': { revert: revertVersion },
  'version.update': { revert: revertVersion },
  'version.create': { reason: FROM_THE_REPOSITORY },
  'version.delete': { reason: FROM_THE_REPOSITORY },
  'build.trigger': { sideEffect: cancelTriggeredBuild, reason: BUILDS_ARE_HISTORY },
  'build.cancel': buildRule,
  'build.request-cancel': buildRule,
  'build.finish': buildRule,
  'redirect.create': { revert: revertRedirectAdded },
  'redirect.update': { revert: revertRedirect },
  'redirect.delete': { revert: revertRedirectRemoved },
  'redirect.reorder': { revert: revertRedirectOrder },
  'notification.update': { revert: revertNotification },
  'environment-variable.create': { revert: revertVariableAdded },
  'environment-variable.replace': { ...trashRule('environment-variable'), revert: revertVariableReplaced },
  'environment-variable.update': { revert: revertVariablePublic },
  'environment-variable.delete': trashRule('environment-variable'),
  'environment-variable.restore': { reason: REMOVE_AGAIN },
  'integration.create': { revert: revertIntegrationAdded },
  'integration.regenerate': { reason: 'The previous secret is gone. Make another one instead.' },
  'integration.delete': trashRule('integration'),
  'integration.restore': { reason: REMOVE_AGAIN },
  'integration.hear': { sideEffect: noop, reason: NOTIFICATION_ONLY },
  'build-webhook.create': { revert: revertWebhookAdded },
  'build-webhook.delete': trashRule('build-webhook'),
  'build-webhook.restore': { reason: REMOVE_AGAIN },
  'build-webhook.send': { sideEffect: noop, reason: NOTIFICATION_ONLY },
  'subproject.create': { revert: revertLink },
  'subproject.delete': { revert: revertLink },
  'translation.add': { revert: revertLink },
  'translation.remove': { revert: revertLink },
  'token.create': { revert: revertTokenCreated },
  'token.revoke': { reason: 'The secret of a revoked token is gone. Make a new token instead.' },
  'user.create': { revert: revertUserAdded, blocked: userBlocked },
  'user.delete': { reason: 'This undid adding somebody. Add them again instead.' },
  'user.activate': { revert: revertUserActive },
  'user.deactivate': { revert: revertUserActive },
  'settings.update': { revert: revertSettings },
  // Written with a seed, which undoes the whole.
  'kit.load': { sideEffect: noop, reason: 'It is undone with its projects.' },
  'seed.load': loadRule,
  'backup.restore': { reason: 'Restore the safety copy that was taken before it instead.' },
  'snapshot.create': { reason: 'Delete the snapshot instead.' },
  'snapshot.delete': { reason: 'A deleted snapshot is gone for good.' },
  'snapshot.restore': { reason: 'Restore the safety copy that was taken before it instead.' },
  'fault.add': { reason: FAULTS_ARE_SWITCHES },
  'fault.update': { reason: FAULTS_ARE_SWITCHES },
  'fault.remove': { reason: FAULTS_ARE_SWITCHES },
  'fault.clear': { reason: FAULTS_ARE_SWITCHES },
  'clock.set': { reason: CLOCK_IS_SET },
  'clock.hold': { reason: CLOCK_IS_SET },
  'clock.run': { reason: CLOCK_IS_SET },
  'clock.advance': { reason: CLOCK_IS_SET },
  'clock.release': { reason: CLOCK_IS_SET },
  'lesson.start': { reason: START_OVER },
  'lesson.tick': { sideEffect: noop, reason: START_OVER },
  'lesson.restart': { reason: 'Restore the safety copy that was taken before it instead.' },
  'trash.empty': { reason: 'What was in the trash is gone for good.' },
  'remote.add': { reason: 'Remove the remote instead.' },
  'remote.update': { reason: 'Change the remote again instead.' },
  'remote.remove': { reason: NO_TOKEN },
  'remote.choose-projects': { reason: CHOOSE_AGAIN },
  'sync.pull-project': { revert: revertPull, blocked: pullBlocked },
  'sync.pull-relations': { revert: revertParts },
  'sync.push': { reason: ON_THE_SERVICE },
  'sync.resolve': { revert: revertParts },
  'sync.unlink': { revert: revertUnlink },
  'sync.create': { revert: revertCreation },
  'sync.cancel-create': { reason: 'Plan to create it again instead.' },
  'sync.request-build': { revert: revertBuildRequest },
  'sync.drop-build-request': { reason: 'Ask for the build again instead.' },
  'sync.mark-gone': { sideEffect: noop, reason: 'It only reports what the service answered.' },
  'log.prune': { reason: 'Logs that were removed to make room are gone for good.' },
};

/** Returns how an entry is undone. What builds did is history; an action of a newer Lectern is not known. */
export function undoRule(entry: JournalEntry): UndoRule {
  const { action } = entry;
  if (reportsPages(entry)) return buildRule;
  if (isRecorded(action)) return UNDO_RULES[action];
  if (HIDDEN_ACTIONS.includes(action)) return buildRule;
  return { reason: 'This version of Lectern does not know how to undo it.' };
}

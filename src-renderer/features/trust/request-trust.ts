import { deskClient } from '../../api/desk.ts';
import { useTrustDialog } from './trust-dialog-state.ts';

/** What happens without the permission where only a build was requested. */
const NO_BUILDS_NOTE = 'Nothing is built until you allow it.';

/**
 * Asks once per project and repository before builds run its code here (safety S12). Returns whether builds may run.
 * `declinedNote` says what happens without the permission; `beforePrompt` runs only when there is a question.
 * @throws the desk's refusal
 */
export async function requestTrust(
  projects: readonly string[],
  declinedNote = NO_BUILDS_NOTE,
  beforePrompt = () => {},
): Promise<boolean> {
  const untrusted = await deskClient.builds.untrusted.query({ projects: [...projects] });
  if (untrusted.length === 0) return true;
  beforePrompt();
  return useTrustDialog.getState().prompt(untrusted, declinedNote);
}

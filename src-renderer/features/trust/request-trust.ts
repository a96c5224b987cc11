import { deskClient } from '../../api/desk.ts';
import { useTrustDialog } from './trust-dialog-state.ts';

/** Said where a build is all that was asked for. */
const NO_BUILDS_NOTE = 'Until you allow it, nothing is built.';

/**
 * Asks, once a project and again for another repository, before builds run its code here (safety S12). Gives whether
 * builds may run now. `otherwise` says what happens without the permission; `before` makes way for the question and is
 * called only where there is one.
 * @throws what the desk answers when it cannot be asked
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

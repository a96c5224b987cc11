import { deskClient } from '../../api/desk.ts';
import { useTrust } from './trust.ts';

/** Said where a build is all that was asked for. */
const NOTHING_IS_BUILT = 'Until you allow it, nothing is built.';

/**
 * Asks, once a project and again for another repository, before builds run its code here (safety S12). Gives whether
 * builds may run now. `otherwise` says what happens without the permission; `before` makes way for the question and is
 * called only where there is one.
 * @throws what the desk answers when it cannot be asked
 */
export async function askTrust(
  projects: readonly string[],
  otherwise = NOTHING_IS_BUILT,
  before = () => {},
): Promise<boolean> {
  const untrusted = await deskClient.builds.untrusted.query({ projects: [...projects] });
  if (untrusted.length === 0) return true;
  before();
  return useTrust.getState().ask(untrusted, otherwise);
}

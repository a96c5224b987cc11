import type { AllowedBuild } from '../../../src-server/desk/builds/builds.ts';
import { deskClient } from '../../api/desk.ts';
import { type TrustQuestion, useTrustDialog } from './trust-dialog-state.ts';

const BUILD: TrustQuestion = { note: 'Nothing is built until you allow it.' };

const ACTIVATION: TrustQuestion = {
  note: 'Without builds, what you activate has no pages until you allow builds and build it.',
  allowLabel: 'Allow builds and activate',
  declineLabel: 'Activate only',
};

/**
 * Asks once per project and repository before builds run its code here (safety S12). Returns whether to build.
 * `beforePrompt` runs only when there is a question, which is `question`.
 * @throws the desk's refusal
 */
export async function requestTrust(
  projects: readonly string[],
  beforePrompt = () => {},
  question: TrustQuestion = BUILD,
): Promise<boolean> {
  const untrusted = await deskClient.builds.untrusted.query({ projects: [...projects] });
  if (untrusted.length === 0) return true;
  beforePrompt();
  return (await useTrustDialog.getState().prompt(untrusted, question)).answer === 'allowed';
}

/**
 * Asks to allow builds of a project, and builds its versions that waited for it. Returns those builds, which a
 * notification names; null where the permission was there already, undefined where it was not given.
 * @throws the desk's refusal
 */
export async function requestBuilds(
  project: string,
  question: TrustQuestion,
): Promise<readonly AllowedBuild[] | null | undefined> {
  const untrusted = await deskClient.builds.untrusted.query({ projects: [project] });
  if (untrusted.length === 0) return null;
  const asked = { ...question, startsBuilds: true };
  const { answer, builds } = await useTrustDialog.getState().prompt(untrusted, asked);
  return answer === 'allowed' ? builds : undefined;
}

/**
 * Asks before versions of a project are activated that could not be built. Returns whether to activate them; without
 * the permission the server activates them and queues no builds.
 * @throws the desk's refusal
 */
export async function requestActivation(project: string, beforePrompt = () => {}): Promise<boolean> {
  const untrusted = await deskClient.builds.untrusted.query({ projects: [project] });
  if (untrusted.length === 0) return true;
  beforePrompt();
  return (await useTrustDialog.getState().prompt(untrusted, ACTIVATION)).answer !== 'cancelled';
}

import { create } from 'zustand';
import type { AllowedBuild } from '../../../src-server/desk/builds/builds.ts';

/** A project whose code is not allowed to run here yet. */
export type Untrusted = {
  readonly slug: string;
  readonly name?: string;
  readonly repositoryUrl: string;
  /** Whether signed events build its pull requests, too. */
  readonly pullRequestBuilds?: boolean;
};

/** What the person chose; `cancelled` by Escape, the close button or a click outside too: nothing is done. */
export type TrustAnswer = 'allowed' | 'declined' | 'cancelled';

/** What depends on the action that needs the permission. */
export type TrustQuestion = {
  /** What happens without the permission. */
  readonly note: string;
  /** Names the button that allows builds and goes on; "Allow" by default. */
  readonly allowLabel?: string;
  /** Names the button that goes on without builds; without it the action is cancelled by "Not now". */
  readonly declineLabel?: string;
  /** Whether the versions that waited for the permission are built with it. */
  readonly startsBuilds?: boolean;
};

/** The answer, and the builds that the permission started. */
export type TrustDecision = { readonly answer: TrustAnswer; readonly builds: readonly AllowedBuild[] };

/** A request for permission to run code of these projects (safety S12). */
export type TrustRequest = {
  readonly projects: readonly Untrusted[];
  readonly question: TrustQuestion;
  readonly resolve: (decision: TrustDecision) => void;
};

type TrustDialogState = {
  readonly pendingRequest: TrustRequest | undefined;
  /** Shows the question and returns the answer. A question that is still open is cancelled. */
  readonly prompt: (projects: readonly Untrusted[], question: TrustQuestion) => Promise<TrustDecision>;
  readonly respond: (answer: TrustAnswer, builds?: readonly AllowedBuild[]) => void;
};

/** Holds the open trust question, if any. */
export const useTrustDialog = create<TrustDialogState>()((set, get) => ({
  pendingRequest: undefined,
  prompt(projects, question) {
    get().pendingRequest?.resolve({ answer: 'cancelled', builds: [] });
    return new Promise((resolve) => set({ pendingRequest: { projects, question, resolve } }));
  },
  respond(answer, builds = []) {
    const { pendingRequest } = get();
    set({ pendingRequest: undefined });
    pendingRequest?.resolve({ answer, builds });
  },
}));

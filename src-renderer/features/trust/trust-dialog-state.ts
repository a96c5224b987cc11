import { create } from 'zustand';

/** A project whose code is not allowed to run here yet. */
export type Untrusted = {
  readonly slug: string;
  readonly name?: string;
  readonly repositoryUrl: string;
};

/** A request for permission to run code of these projects (safety S12). */
type TrustRequest = {
  readonly projects: readonly Untrusted[];
  /** What happens without the permission: `They are activated, and their builds fail until you allow it.` */
  readonly declinedNote: string;
  readonly resolve: (allowed: boolean) => void;
};

type TrustDialogState = {
  readonly pendingRequest: TrustRequest | undefined;
  /** Shows the question and returns the answer. A question that is still open is answered with no. */
  readonly prompt: (projects: readonly Untrusted[], declinedNote: string) => Promise<boolean>;
  readonly respond: (allowed: boolean) => void;
};

/** Holds the open trust question, if any. */
export const useTrustDialog = create<TrustDialogState>()((set, get) => ({
  pendingRequest: undefined,
  prompt(projects, declinedNote) {
    get().pendingRequest?.resolve(false);
    return new Promise((resolve) => set({ pendingRequest: { projects, declinedNote, resolve } }));
  },
  respond(allowed) {
    const { pendingRequest } = get();
    set({ pendingRequest: undefined });
    pendingRequest?.resolve(allowed);
  },
}));

import { create } from 'zustand';

/** A project whose code nobody has allowed to run here yet. */
export type Untrusted = {
  readonly slug: string;
  readonly name?: string;
  readonly repositoryUrl: string;
};

/** What somebody is asked before builds run code of these projects (safety S12). */
type TrustRequest = {
  readonly projects: readonly Untrusted[];
  /** What goes on without the permission: `They are activated, and their builds fail until you allow it.` */
  readonly declinedNote: string;
  readonly resolve: (allowed: boolean) => void;
};

type TrustDialogState = {
  readonly pendingRequest: TrustRequest | undefined;
  /** Shows the question; gives what was answered. A question that is still open counts as answered with no. */
  readonly prompt: (projects: readonly Untrusted[], declinedNote: string) => Promise<boolean>;
  readonly respond: (allowed: boolean) => void;
};

/** The trust question that is open, if any. */
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

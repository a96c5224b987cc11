import { create } from 'zustand';

/** A project whose code nobody has allowed to run here yet. */
export type Untrusted = {
  readonly slug: string;
  readonly name?: string;
  readonly repositoryUrl: string;
};

/** What somebody is asked before builds run code of these projects (safety S12). */
type TrustAsked = {
  readonly projects: readonly Untrusted[];
  /** What goes on without the permission: `They are activated, and their builds fail until you allow it.` */
  readonly otherwise: string;
  readonly answered: (allowed: boolean) => void;
};

type Trust = {
  readonly asked: TrustAsked | undefined;
  /** Shows the question; gives what was answered. A question that is still open counts as answered with no. */
  readonly ask: (projects: readonly Untrusted[], otherwise: string) => Promise<boolean>;
  readonly answer: (allowed: boolean) => void;
};

/** The trust question that is open, if any. */
export const useTrust = create<Trust>()((set, get) => ({
  asked: undefined,
  ask(projects, otherwise) {
    get().asked?.answered(false);
    return new Promise((answered) => set({ asked: { projects, otherwise, answered } }));
  },
  answer(allowed) {
    const { asked } = get();
    set({ asked: undefined });
    asked?.answered(allowed);
  },
}));

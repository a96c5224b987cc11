import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

/** The user as whom the person at this machine acts; null for themselves, with every right. */
type Acting = { readonly actAs: string | null; readonly setActAs: (username: string | null) => void };

/** Survives a reload, not a restart: tomorrow nobody should wonder why they may do less. */
export const useActing = create<Acting>()(
  persist((set): Acting => ({ actAs: null, setActAs: (actAs) => set({ actAs }) }), {
    name: 'lectern-acting',
    storage: createJSONStorage(() => sessionStorage),
  }),
);

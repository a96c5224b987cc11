import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

/** In whose name the person at this machine acts; null in their own, with every right. */
type Acting = { readonly actAs: string | null; readonly setActAs: (username: string | null) => void };

/** Kept over a reload, not over a restart: nobody should wonder tomorrow why they may do less. */
export const useActing = create<Acting>()(
  persist((set): Acting => ({ actAs: null, setActAs: (actAs) => set({ actAs }) }), {
    name: 'lectern-acting',
    storage: createJSONStorage(() => sessionStorage),
  }),
);

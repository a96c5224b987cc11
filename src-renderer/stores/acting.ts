import { create } from 'zustand';

/** In whose name the person at this machine acts; null in their own, with every right. */
type Acting = { readonly actAs: string | null; readonly act: (username: string | null) => void };

/** Not kept over a restart: nobody should wonder why they may do less today. */
export const useActing = create<Acting>()((set) => ({ actAs: null, act: (actAs) => set({ actAs }) }));

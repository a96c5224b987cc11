import { create } from 'zustand';

type Sheet = { readonly opened: boolean; readonly show: (opened: boolean) => void };

/** Whether the sheet of shortcuts is open. */
export const useSheet = create<Sheet>()((set) => ({ opened: false, show: (opened) => set({ opened }) }));

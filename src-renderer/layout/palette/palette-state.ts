import { create } from 'zustand';

type PaletteState = { readonly opened: boolean; readonly setOpened: (opened: boolean) => void };

/** Whether the command palette is open. */
export const usePalette = create<PaletteState>()((set) => ({
  opened: false,
  setOpened: (opened) => set({ opened }),
}));

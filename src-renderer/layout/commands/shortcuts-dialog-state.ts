import { create } from 'zustand';

type ShortcutsDialogState = { readonly opened: boolean; readonly setOpened: (opened: boolean) => void };

/** Holds whether the dialog of shortcuts is open. */
export const useShortcutsDialog = create<ShortcutsDialogState>()((set) => ({
  opened: false,
  setOpened: (opened) => set({ opened }),
}));

import { create } from 'zustand';

type RestoreDialogState = {
  readonly isOpen: boolean;
  /** The backup to begin with; the newest one without it. */
  readonly file: string | undefined;
  readonly open: (file?: string) => void;
  readonly close: () => void;
};

/** Holds whether the dialog that restores a backup is open, and for which one. */
export const useRestoreDialog = create<RestoreDialogState>()((set) => ({
  isOpen: false,
  file: undefined,
  open: (file) => set({ isOpen: true, file }),
  close: () => set({ isOpen: false, file: undefined }),
}));

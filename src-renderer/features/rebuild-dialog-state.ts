import { create } from 'zustand';

/** Holds the project whose active versions are about to be rebuilt; undefined while the dialog is closed. */
export const useRebuildDialog = create<{
  readonly slug: string | undefined;
  readonly open: (slug: string) => void;
  readonly close: () => void;
}>()((set) => ({
  slug: undefined,
  open: (slug) => set({ slug }),
  close: () => set({ slug: undefined }),
}));

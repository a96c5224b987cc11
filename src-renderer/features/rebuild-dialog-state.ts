import { create } from 'zustand';

/** The project all of whose active versions are about to be built anew; undefined while nobody asks for it. */
export const useRebuildDialog = create<{
  readonly slug: string | undefined;
  readonly open: (slug: string) => void;
  readonly close: () => void;
}>()((set) => ({
  slug: undefined,
  open: (slug) => set({ slug }),
  close: () => set({ slug: undefined }),
}));

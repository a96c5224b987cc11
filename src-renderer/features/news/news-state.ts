import { create } from 'zustand';
import { persist } from 'zustand/middleware';

type NewsState = {
  /** The version whose news this window has shown, or with which it began; null before its first start. */
  readonly seenVersion: string | null;
  readonly isOpen: boolean;
  /** Opens the news when this window ran an earlier version before; its first version is no news. */
  readonly onVersion: (version: string) => void;
  readonly open: () => void;
  /** Closes the news, which are then not shown again. */
  readonly close: (version: string) => void;
};

/** Holds which version's news were seen, in the window's own storage. */
export const useNews = create<NewsState>()(
  persist(
    (set) => ({
      seenVersion: null,
      isOpen: false,
      onVersion: (version) =>
        set(({ seenVersion }) =>
          seenVersion === null ? { seenVersion: version } : { isOpen: seenVersion !== version },
        ),
      open: () => set({ isOpen: true }),
      close: (version) => set({ isOpen: false, seenVersion: version }),
    }),
    {
      name: 'lectern-news',
      version: 1,
      partialize: ({ seenVersion }) => ({ seenVersion }),
    },
  ),
);

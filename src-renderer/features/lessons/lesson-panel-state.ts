import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** Holds whether the panel of lessons is open, and which lesson it shows; null shows the list. */
export const useLessonPanel = create<{
  readonly isOpen: boolean;
  readonly lesson: string | null;
  readonly show: (lesson: string | null) => void;
  readonly close: () => void;
  readonly toggle: () => void;
}>()(
  persist(
    (set) => ({
      isOpen: false,
      lesson: null,
      show: (lesson) => set({ isOpen: true, lesson }),
      close: () => set({ isOpen: false }),
      toggle: () => set(({ isOpen }) => ({ isOpen: !isOpen })),
    }),
    { name: 'lectern-lessons', version: 1 },
  ),
);

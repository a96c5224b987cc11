import { create } from 'zustand';

/** An undo that removes a whole load, which is asked for first. */
export type AskedUndo = {
  readonly batch: number;
  /** How many projects go to the trash. */
  readonly removes: number;
};

type UndoQuestionState = {
  readonly asked: AskedUndo | undefined;
  readonly ask: (undo: AskedUndo) => void;
  readonly close: () => void;
};

/** Holds the undo that the window asks about; the dialog itself is above the screens. */
export const useUndoQuestion = create<UndoQuestionState>()((set) => ({
  asked: undefined,
  ask: (asked) => set({ asked }),
  close: () => set({ asked: undefined }),
}));

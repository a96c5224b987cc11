import { create } from 'zustand';

/** What is to be loaded: a built-in kit by its name, a kit file, or a seed file. */
export type LoadSource =
  | { readonly kind: 'kit'; readonly name: string; readonly title: string }
  | { readonly kind: 'zip'; readonly file: string; readonly zip: string }
  | { readonly kind: 'seed'; readonly file: string; readonly text: string }
  | { readonly kind: 'unreadable'; readonly file: string };

/** The built-in kit that is offered as the sample library. */
export const SAMPLE_KIT = 'harbour-library';
export const SAMPLE: LoadSource = { kind: 'kit', name: SAMPLE_KIT, title: 'the sample library' };

type LoadDialogState = {
  readonly source: LoadSource | undefined;
  /** Shows what a source would add, and asks where. */
  readonly open: (source: LoadSource) => void;
  readonly close: () => void;
};

/** Holds what the dialog of loading is open for. */
export const useLoadDialog = create<LoadDialogState>()((set) => ({
  source: undefined,
  open: (source) => set({ source }),
  close: () => set({ source: undefined }),
}));

import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** A filter of Projects with a name. `search` is the query part of its address. */
export type SavedFilter = { readonly name: string; readonly search: string };

type Preferences = {
  readonly savedFilters: readonly SavedFilter[];
  readonly saveFilter: (filter: SavedFilter) => void;
  readonly removeFilter: (name: string) => void;
  readonly wrapLogs: boolean;
  readonly setWrapLogs: (wrap: boolean) => void;
  /** Whether this browser tells of builds that end while its tab is not visible. */
  readonly notifiesInBrowser: boolean;
  readonly setNotifiesInBrowser: (notifies: boolean) => void;
};

/** Holds preferences of this window, in its own storage. */
export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      savedFilters: [],
      saveFilter: (filter) =>
        set(({ savedFilters }) => ({
          savedFilters: [...savedFilters.filter(({ name }) => name !== filter.name), filter],
        })),
      removeFilter: (name) =>
        set(({ savedFilters }) => ({ savedFilters: savedFilters.filter((each) => each.name !== name) })),
      wrapLogs: false,
      setWrapLogs: (wrapLogs) => set({ wrapLogs }),
      notifiesInBrowser: false,
      setNotifiesInBrowser: (notifiesInBrowser) => set({ notifiesInBrowser }),
    }),
    { name: 'lectern-looks', version: 1 },
  ),
);

import { create } from 'zustand';

/** One step of the way to the screen that is open. */
export type Crumb = { readonly label: string; readonly href?: string };

type Trail = { readonly crumbs: readonly Crumb[]; readonly lead: (crumbs: readonly Crumb[]) => void };

/** The way to the open screen, for the title bar and the window's title. */
export const useTrail = create<Trail>()((set) => ({
  crumbs: [],
  lead(crumbs) {
    document.title = [...crumbs.map(({ label }) => label).reverse(), 'Lectern'].join(' · ');
    set({ crumbs });
  },
}));

import { create } from 'zustand';
import { setWindowTitle } from '../../ui/window-title.ts';

/** One step of the path to the open screen. */
export type Breadcrumb = { readonly label: string; readonly href?: string };

type BreadcrumbsState = {
  readonly breadcrumbs: readonly Breadcrumb[];
  readonly setBreadcrumbs: (crumbs: readonly Breadcrumb[]) => void;
};

/** Holds the path to the open screen, for the title bar and the window's title. */
export const useBreadcrumbs = create<BreadcrumbsState>()((set) => ({
  breadcrumbs: [],
  setBreadcrumbs(breadcrumbs) {
    setWindowTitle([...breadcrumbs.map(({ label }) => label).reverse(), 'Lectern'].join(' · '));
    set({ breadcrumbs });
  },
}));

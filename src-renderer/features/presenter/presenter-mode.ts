import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** By how much the window may be enlarged, in percent. */
export const PRESENTER_ZOOMS = ['125', '150'] as const;
/** One of them. */
export type PresenterZoom = (typeof PRESENTER_ZOOMS)[number];

type PresenterMode = {
  readonly isOn: boolean;
  readonly zoom: PresenterZoom;
  readonly setOn: (isOn: boolean) => void;
  readonly setZoom: (zoom: PresenterZoom) => void;
};

const STORED = 'lectern-presenter';

/** Holds whether this browser shows the window to an audience: enlarged, without secrets, with the calls of the API. */
export const usePresenterMode = create<PresenterMode>()(
  persist(
    (set) => ({
      isOn: false,
      zoom: '125',
      setOn: (isOn) => set({ isOn }),
      setZoom: (zoom) => set({ zoom }),
    }),
    { name: STORED, version: 1 },
  ),
);

// The other tabs of this browser follow.
addEventListener('storage', ({ key }) => {
  if (key === STORED) void usePresenterMode.persist.rehydrate();
});

/** Tells whether secrets are hidden, whatever the screen would show. */
export function useSecretsHidden(): boolean {
  return usePresenterMode(({ isOn }) => isOn);
}

import { create } from 'zustand';

/**
 * How the window stands to the server: `connected`; `lost`, while it does not answer; `signed-out`, when it was started
 * anew and no longer knows this browser.
 */
export type ConnectionState = 'connected' | 'lost' | 'signed-out';

type Connection = {
  readonly state: ConnectionState;
  readonly heard: (state: ConnectionState) => void;
};

/** Whether the stream of changes stands, which is as good as the server answering. */
export const useConnection = create<Connection>()((set) => ({
  state: 'connected',
  heard: (state) => set({ state }),
}));

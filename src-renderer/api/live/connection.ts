import { create } from 'zustand';

/**
 * How the window stands to the server: `connected`; `lost`, while it does not answer; `signed-out`, when it was started
 * anew and no longer knows this browser.
 */
export type ConnectionState = 'connected' | 'lost' | 'signed-out';

type Connection = {
  readonly state: ConnectionState;
  /** Since when what is shown is not current any more, in milliseconds since 1970; null while it is. */
  readonly lostAt: number | null;
  readonly setState: (state: ConnectionState) => void;
};

/** Whether the stream of changes stands, which is as good as the server answering. */
export const useConnection = create<Connection>()((set) => ({
  state: 'connected',
  lostAt: null,
  setState: (state) =>
    set((previous) => {
      if (previous.state === state) return previous;
      return { state, lostAt: state === 'connected' ? null : (previous.lostAt ?? Date.now()) };
    }),
}));

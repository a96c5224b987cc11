import { create } from 'zustand';

/** `lost`: the server does not respond. `signed-out`: it restarted and no longer knows this browser. */
export type ConnectionState = 'connected' | 'lost' | 'signed-out';

type Connection = {
  readonly state: ConnectionState;
  /** When the connection was lost, in milliseconds since 1970; null while it stands. */
  readonly lostAt: number | null;
  readonly setState: (state: ConnectionState) => void;
};

/** Holds whether the stream of changes stands, which says whether the server responds. */
export const useConnection = create<Connection>()((set) => ({
  state: 'connected',
  lostAt: null,
  setState: (state) =>
    set((previous) => {
      if (previous.state === state) return previous;
      return { state, lostAt: state === 'connected' ? null : (previous.lostAt ?? Date.now()) };
    }),
}));

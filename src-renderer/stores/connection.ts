import { create } from 'zustand';

type Connection = { readonly connected: boolean; readonly heard: (connected: boolean) => void };

/** Whether the stream of changes stands, which is as good as the server answering. */
export const useConnection = create<Connection>()((set) => ({
  connected: true,
  heard: (connected) => set({ connected }),
}));

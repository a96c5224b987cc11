/**
 * Stands as a line below an install that failed because nothing could be fetched; the window offers the way round that it
 * names.
 */
export const OFFLINE_NOTE =
  'Lectern: the index of packages cannot be reached, or lacks this. Without a network this project can be built with what this machine has: its settings, "Build with".';

/**
 * The note below an install that failed because the package index was unreachable; the window finds it in stored logs, and
 * offers its remedy.
 */
export const OFFLINE_NOTE =
  'Lectern: the index of packages cannot be reached, or lacks this. Without a network this project can be built with what this machine has: its settings, "Build with".';

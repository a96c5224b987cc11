/** Where a running Lectern carries out the operations of sync for commands. */
export const SYNC_PATH = '/-/sync/';

// Preloaded into a Lectern process whose shutdown takes as long as it needs, however busy the machine is.
import { SHUTDOWN_LIMIT_MS } from '../../../src-server/commands/wait-for-shutdown.ts';

const set = globalThis.setTimeout;
const withoutLimit = (run: () => void, ms?: number, ...args: []) =>
  set(run, ms === SHUTDOWN_LIMIT_MS ? 2 ** 31 - 1 : ms, ...args);
globalThis.setTimeout = Object.assign(withoutLimit, set);

import { createSessions } from '../../desk/sessions/sessions.ts';
import { type Lectern, openLectern } from '../../lectern.ts';
import { systemClock } from '../../model/base/timestamp.ts';
import type { LecternOptions } from '../../options.ts';
import type { Workspaces } from '../../services/workspaces/workspaces.ts';
import { createWorkspaceSwitch } from './workspace-switch.ts';

/** A Lectern of this process that the window can exchange for that of another workspace. */
export type Switchable = {
  /** The one that was opened first. */
  readonly first: Lectern;
  /** The one that is open; the last one while a switch is under way. */
  readonly current: () => Lectern;
  /** Resolves when the workspace before cannot be opened again after a failed switch; nothing is open then. */
  readonly lost: Promise<unknown>;
  /** Waits for a switch that is under way, then closes what is open. */
  readonly close: () => Promise<void>;
};

/** Opens Lectern so that other workspaces can be opened in its place, on the same port and with the same sessions. */
export async function openSwitchable(options: LecternOptions, registry: Workspaces): Promise<Switchable> {
  let open: Lectern | undefined;
  let last: Lectern | undefined;
  let reportLost: (error: unknown) => void = () => {};
  const lost = new Promise<unknown>((resolve) => {
    reportLost = resolve;
  });
  const sessions = createSessions(() => last?.port ?? 0, systemClock);

  async function openFolder(data: LecternOptions['data'], port: number | undefined): Promise<Lectern> {
    const there = { ...options, data, ...(port !== undefined && { port }) };
    open = await openLectern(there, { sessions, workspaces });
    last = open;
    return open;
  }

  async function close(): Promise<void> {
    const closed = open;
    open = undefined;
    await closed?.close();
  }

  const workspaces = createWorkspaceSwitch({
    registry,
    current: () => open,
    open: async (data) => void (await openFolder(data, last?.port)),
    close,
    onLost: (error) => reportLost(error),
    log: options.log ?? (() => {}),
  });
  const first = await openFolder(options.data, options.port);
  return {
    first,
    current: () => last ?? first,
    lost,
    async close() {
      await workspaces.settled();
      await close();
    },
  };
}

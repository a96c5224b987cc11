import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { guiFolder } from '../../src-server/commands/serve/gui-folder.ts';
import type { HostAnswer, HostRequest } from '../support/program/lectern-host.ts';
import { testEnvironment } from '../support/program/lectern-process.ts';

/** A Lectern that answers, and the way into it. */
export type OpenedLectern = Exclude<HostAnswer, { readonly error: string }>;

/** A server process that is started once and opens one Lectern after another, each with a data folder of its own. */
export type WarmServer = {
  /** Opens another Lectern. Throws when it cannot be opened. */
  readonly open: (request: Omit<HostRequest, 'gui'>) => Promise<OpenedLectern>;
  /** Closes the Lectern that is open. */
  readonly close: () => Promise<void>;
  /** Ends the process. */
  readonly stop: () => Promise<void>;
};

const PROGRAM = fileURLToPath(new URL('../support/program/lectern-host.ts', import.meta.url));
/** Where the program caches its compiled code as well (bin.mjs). */
const CODE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/lectern', import.meta.url));

/** Starts the process; it ends with this one. */
export function warmServer(): WarmServer {
  const child = fork(PROGRAM, {
    execArgv: [],
    env: { ...testEnvironment(), NODE_COMPILE_CACHE: CODE_CACHE },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const failed = ended.then(() => {
    throw new Error('The server process of the tests ended.');
  });
  // It is rejected at every end; only a call that waits for an answer is concerned.
  failed.catch(() => {});
  async function ask(request: HostRequest | null): Promise<OpenedLectern | null> {
    const answered = once(child, 'message');
    child.send(JSON.stringify(request));
    const [answer] = (await Promise.race([answered, failed])) as [HostAnswer | null];
    if (answer !== null && 'error' in answer) throw new Error(answer.error);
    return answer;
  }
  return {
    async open(request) {
      const opened = await ask({ ...request, gui: guiFolder() });
      if (opened === null) throw new Error('No Lectern was opened.');
      return opened;
    },
    async close() {
      await ask(null);
    },
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { guiFolder } from '../../src-server/commands/serve/gui-folder.ts';
import type { HostAnswer, HostRequest } from '../support/program/lectern-host.ts';

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

/** Starts the process; it ends with this one. */
export function warmServer(): WarmServer {
  const child = fork(PROGRAM, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return {
    async open(request) {
      const answer = await ask(child, { ...request, gui: guiFolder() });
      if (answer === null || 'error' in answer) throw new Error(answer?.error ?? 'No Lectern was opened.');
      return answer;
    },
    async close() {
      const answer = await ask(child, null);
      if (answer !== null && 'error' in answer) throw new Error(answer.error);
    },
    async stop() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

async function ask(child: ChildProcess, request: HostRequest | null): Promise<HostAnswer | null> {
  const answered = once(child, 'message');
  const ended = once(child, 'exit').then(() => {
    throw new Error('The server process of the tests ended.');
  });
  child.send(request as HostRequest);
  const [answer] = await Promise.race([answered, ended]);
  return answer;
}

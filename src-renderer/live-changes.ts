import { deskClient, queryClient } from './desk.ts';
import { openSession } from './session.ts';
import type { ConnectionState } from './stores/connection.ts';
import { tellOutput } from './stores/live-output.ts';

/** Changes come in bursts; what is shown is read anew at most this often, in milliseconds. */
const PAUSE_MS = 250;
/** How often a server that went away is looked for, in milliseconds. */
const LOOK_MS = 2000;

/** Keeps everything on the screen current. Gives the function that ends this. */
export function followChanges(heard: (state: ConnectionState) => void): () => void {
  let reading: ReturnType<typeof setTimeout> | undefined;
  let looking: ReturnType<typeof setTimeout> | undefined;
  let stream = subscribe();

  function readAnew(): void {
    reading ??= setTimeout(() => {
      reading = undefined;
      void queryClient.invalidateQueries();
    }, PAUSE_MS);
  }

  function subscribe() {
    return deskClient.live.changes.subscribe(undefined, {
      onData(group) {
        const outputs = group.flatMap((each) => ('kind' in each ? [each] : []));
        for (const output of outputs) tellOutput(output);
        if (outputs.length === 0) readAnew();
      },
      // Connecting for the first time is no trouble yet; doing it again after an error is.
      onConnectionStateChange({ state, error }) {
        if (state === 'pending') heard('connected');
        else if (error) lookForServer();
      },
      onError: lookForServer,
    });
  }

  /** Asks until the server answers; then goes on, or says that this browser needs another link. */
  function lookForServer(): void {
    if (looking !== undefined) return;
    heard('lost');
    looking = setTimeout(async () => {
      const session = await openSession();
      looking = undefined;
      if (session === 'unreachable') return lookForServer();
      if (session === 'out') return heard('signed-out');
      stream.unsubscribe();
      stream = subscribe();
    }, LOOK_MS);
  }

  return () => {
    clearTimeout(reading);
    clearTimeout(looking);
    stream.unsubscribe();
  };
}

import { queryClient } from '../desk.ts';
import { openSession } from '../session.ts';
import type { ConnectionState } from './connection.ts';
import { tellOutput } from './live-output.ts';
import { type LiveGroup, type LiveSource, openLiveSource } from './live-source.ts';

/** Changes come in bursts; what is shown is read anew at most this often, in milliseconds. */
const PAUSE_MS = 250;
/** How often a server that went away is looked for, in milliseconds. */
const LOOK_MS = 2000;

/** Keeps everything on the screen current. Gives the function that ends this. */
export function followChanges(heard: (state: ConnectionState) => void): () => void {
  let reading: ReturnType<typeof setTimeout> | undefined;
  let looking: ReturnType<typeof setTimeout> | undefined;
  let source: LiveSource | undefined = open();

  function open(): LiveSource {
    return openLiveSource({ heard: take, lost: () => lookForServer('lost') });
  }

  function close(): void {
    clearTimeout(reading);
    clearTimeout(looking);
    reading = looking = undefined;
    source?.end();
    source = undefined;
  }

  function take(group: LiveGroup): void {
    clearTimeout(looking);
    looking = undefined;
    heard('connected');
    const outputs = group.flatMap((each) => ('kind' in each ? [each] : []));
    for (const output of outputs) tellOutput(output);
    if (outputs.length === 0) readAnew();
  }

  function readAnew(): void {
    reading ??= setTimeout(() => {
      reading = undefined;
      // Where nobody answers there is nothing to read; the stream that comes back says so.
      if (looking === undefined) void queryClient.invalidateQueries();
    }, PAUSE_MS);
  }

  /** Asks until the server answers this browser, which it may do only after its new link was opened. */
  function lookForServer(state: 'lost' | 'signed-out'): void {
    if (looking !== undefined) return;
    heard(state);
    const mine = setTimeout(async () => {
      const session = await openSession();
      if (looking !== mine) return;
      looking = undefined;
      if (session === 'in') source?.renew();
      else lookForServer(session === 'out' ? 'signed-out' : 'lost');
    }, LOOK_MS);
    looking = mine;
  }

  // A page that is left may be kept for the way back, and must not keep a connection: browsers have few (six a host).
  function cameBack({ persisted }: PageTransitionEvent): void {
    if (!persisted || source) return;
    source = open();
    readAnew();
  }

  addEventListener('pagehide', close);
  addEventListener('pageshow', cameBack);
  return () => {
    removeEventListener('pagehide', close);
    removeEventListener('pageshow', cameBack);
    close();
  };
}

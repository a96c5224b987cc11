import { deskClient, queryClient } from './desk.ts';

/** Changes come in bursts; what is shown is read anew at most this often, in milliseconds. */
const PAUSE_MS = 250;

/** Keeps everything on the screen current. Gives the function that ends this. */
export function followChanges(heard: (connected: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const readAnew = () => {
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      void queryClient.invalidateQueries();
    }, PAUSE_MS);
  };
  const stream = deskClient.live.changes.subscribe(undefined, {
    onData: readAnew,
    onConnectionStateChange: ({ state }) => heard(state === 'pending'),
    onError: () => heard(false),
  });
  return () => {
    clearTimeout(timer);
    stream.unsubscribe();
  };
}

import type { DevTools } from './devtools.ts';

type TargetInfo = { readonly targetId: string; readonly type: string };

const createdTargets = new Set<string>();
let creating: Promise<unknown> = Promise.resolve();

/**
 * Lets Chromium open nothing but what `createTarget` asks for: any other page is held before it loads anything, and
 * closed. Whether one is opened in its place is the application's decision (`setWindowOpenHandler`).
 */
export async function blockUnknownPages(line: DevTools): Promise<void> {
  const handleTarget = async (sessionId: string, { targetId, type }: TargetInfo): Promise<void> => {
    // The target is announced before the answer to the command that made it.
    await creating;
    if (type === 'page' && !createdTargets.has(targetId)) await closeTarget(line, targetId);
    else await line.send('Runtime.runIfWaitingForDebugger', {}, sessionId);
  };
  line.listen('', (method, params: { sessionId: string; targetInfo: TargetInfo }) => {
    if (method === 'Target.attachedToTarget')
      handleTarget(params.sessionId, params.targetInfo).catch(() => undefined);
  });
  await line.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
}

/** Makes an empty page; its id. */
export async function createTarget(line: DevTools, options: object): Promise<string> {
  const made = line
    .send<{ targetId: string }>('Target.createTarget', { url: 'about:blank', newWindow: true, ...options })
    .then(({ targetId }) => {
      createdTargets.add(targetId);
      return targetId;
    });
  creating = Promise.allSettled([creating, made]);
  return made;
}

/** Ends a page without asking it, whatever state it is in. */
export async function closeTarget(line: DevTools, targetId: string): Promise<void> {
  await line.send('Target.closeTarget', { targetId });
}

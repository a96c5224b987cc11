import type { LiveChange } from '../../../src-server/desk/live/live-changes.ts';

const listeners = new Set<(id: number) => void>();

/** Notifies of the builds that have ended, among some changes. */
export function emitBuildEnds(changes: readonly LiveChange[]): void {
  for (const { action, subjectId } of changes) {
    if (action !== 'build.finish' || subjectId === null) continue;
    for (const listener of listeners) listener(subjectId);
  }
}

/** Calls `listener` with the id of each build that ends. Returns the function that unsubscribes. */
export function onBuildEnd(listener: (id: number) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

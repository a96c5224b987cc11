import type { Lectern } from '../../src-server/lectern.ts';
import { buildNotice, isUntrusted, type Notice } from '../../src-server/model/builds/build-notice.ts';

/** Callbacks about builds. */
export type BuildListeners = {
  /** Called with the number of running builds whenever it changes. */
  readonly running: (count: number) => void;
  readonly finished: (notice: Notice) => void;
};

/** Counts the running builds of an open core. */
export function runningBuilds({ store }: Pick<Lectern, 'store'>): number {
  return store.builds.claimed().length;
}

/** Watches the builds of an open core; returns the function that unsubscribes. */
export function watchBuilds(
  lectern: Pick<Lectern, 'services' | 'store'>,
  listeners: BuildListeners,
): () => void {
  const { services, store } = lectern;
  /** Projects last reported as not trusted: one notification is enough for all of their versions. */
  const notifiedUntrusted = new Set<number>();
  const notifyRunning = () => listeners.running(runningBuilds(lectern));
  notifyRunning();
  const unsubscribeSignals = services.changes.onSignal(({ action }) => {
    if (action === 'build.progress') notifyRunning();
  });
  const unsubscribe = services.changes.subscribe(({ action, subjectId }) => {
    if (action !== 'build.finish') return;
    notifyRunning();
    if (subjectId === null) return;
    const build = store.builds.byId(subjectId);
    const project = build && store.projects.byId(build.projectId)?.project;
    if (!build || !project) return;
    const { id, versionSlug: version, success, error, duration } = build;
    const finished = {
      id,
      project: project.name,
      slug: project.slug,
      version,
      success: success === true,
      error,
      duration,
    };
    const isRepeated = isUntrusted(finished) && notifiedUntrusted.has(project.id);
    if (isUntrusted(finished)) notifiedUntrusted.add(project.id);
    else notifiedUntrusted.delete(project.id);
    const notice = isRepeated ? undefined : buildNotice(finished);
    if (notice) listeners.finished(notice);
  });
  return () => {
    unsubscribeSignals();
    unsubscribe();
  };
}

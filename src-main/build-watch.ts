import type { Lectern } from '../src-server/lectern.ts';
import { buildNotice, type Notice } from './build-notice.ts';

/** What is told of builds. */
export type BuildEars = {
  /** Builds that runners hold, whenever that changes. */
  readonly running: (count: number) => void;
  readonly ended: (notice: Notice) => void;
};

/** Follows the builds of an open core; gives the function that ends this. */
export function watchBuilds({ services, store }: Lectern, ears: BuildEars): () => void {
  const tell = () => ears.running(store.builds.claimed().length);
  tell();
  return services.changes.subscribe(({ action, subjectId }) => {
    if (action === 'build.progress' || action === 'build.finish') tell();
    if (action !== 'build.finish' || subjectId === null) return;
    const build = store.builds.byId(subjectId);
    const project = build && store.projects.byId(build.projectId)?.project;
    if (!build || !project) return;
    const { id, versionSlug: version, success, error, duration } = build;
    ears.ended(
      buildNotice({
        id,
        project: project.name,
        slug: project.slug,
        version,
        success: success === true,
        error,
        duration,
      }),
    );
  });
}

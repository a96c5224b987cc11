import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemActor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import type { PreviewJob, PreviewRun } from '../../services/previews/previews.ts';
import { KEPT_FOLDER } from '../kept/build-state.ts';
import type { Isolation } from '../process/isolation.ts';
import { CACHE_FOLDER } from '../queue/prune-cache.ts';
import { PreviewBuilder } from './preview-builder.ts';
import { PreviewLoop } from './preview-loop.ts';

export type PreviewsOptions = {
  readonly services: Services;
  /** Each preview has a folder here while it runs. */
  readonly workFolder: string;
  readonly isolation: Isolation;
  readonly log: (line: string) => void;
};

const MB = 1024 * 1024;
const runner = systemActor('runner');

/** Builds a folder from now on at each save, until it is stopped. */
export function startPreview(
  job: PreviewJob,
  { services, workFolder, isolation, log }: PreviewsOptions,
): PreviewRun {
  const root = join(workFolder, `preview-${job.id}`);
  const cacheFolder = join(workFolder, CACHE_FOLDER);
  const shared = join(workFolder, KEPT_FOLDER);
  for (const folder of [root, cacheFolder, shared]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const builder = new PreviewBuilder({ source: job.folder, root, cacheFolder, shared, isolation });
  const loop = new PreviewLoop({ job, builder, log, buildOptions: () => buildOptions(job, services) });
  return {
    pages: builder.pages,
    rebuild: () => loop.rebuild(),
    async stop() {
      await loop.stop();
      await rm(root, { recursive: true, force: true, maxRetries: 3 }).catch((error: unknown) =>
        log(`The folder of a preview could not be removed: ${error instanceof Error ? error.message : ''}`),
      );
    },
  };
}

async function buildOptions(job: PreviewJob, { settings, environmentVariables }: Services) {
  const { id } = job.build().project;
  const { buildMinutes, outputMegabytes, acceptInstalledCopies } = settings.all(runner);
  // A folder that is no project has none.
  const variables = id === 0 ? new Map<string, string>() : await environmentVariables.forBuild(id);
  return {
    variables: [...variables].map(([name, value]) => ({ name, value })),
    acceptsInstalledCopies: acceptInstalledCopies,
    limits: { seconds: buildMinutes * 60, outputBytes: outputMegabytes * MB },
  };
}

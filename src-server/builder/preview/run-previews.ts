import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { Conflict, Invalid } from '../../model/base/problems.ts';
import type { PreviewRunner } from '../../services/previews/previews.ts';
import type { PreviewsOptions } from './start-preview.ts';

const OWN_DATA =
  'Lectern keeps its data in this folder, which would change with each build. Choose another one.';

/** Builds the previews that are started from now on; returns what ends all of them. Its code is loaded with the first. */
export function runPreviews(options: PreviewsOptions): () => Promise<void> {
  let parts: typeof import('./start-preview.ts') | undefined;
  const runner: PreviewRunner = {
    async look(path, repositories) {
      const { lookAtPreview } = await import('./look-at-preview.ts');
      const found = await lookAtPreview(path, repositories);
      if (`${realpathSync(options.workFolder)}${sep}`.startsWith(found.folder + sep))
        throw new Invalid({ folder: [OWN_DATA] });
      parts = await import('./start-preview.ts');
      return found;
    },
    start(job) {
      if (!parts) throw new Conflict('A folder is looked at before its preview starts.');
      return parts.startPreview(job, options);
    },
  };
  return options.services.previews.attach(runner);
}

import { buildRouter } from './build.ts';
import { buildsRouter } from './builds.ts';
import { docsSearchRouter } from './docs-search.ts';
import { environmentRouter } from './environment.ts';
import { importRouter } from './import.ts';
import { liveRouter } from './live.ts';
import { peopleRouter } from './people.ts';
import { router } from './procedure.ts';
import { projectRouter } from './project.ts';
import { projectsRouter } from './projects.ts';
import { redirectsRouter } from './redirects.ts';
import { searchRouter } from './search.ts';
import { seedsRouter } from './seeds.ts';
import { settingsRouter } from './settings.ts';
import { subprojectsRouter } from './subprojects.ts';
import { systemRouter } from './system.ts';
import { translationsRouter } from './translations.ts';
import { undoRouter } from './undo.ts';
import { versionsRouter } from './versions.ts';
import { webhooksRouter } from './webhooks.ts';

/** Everything the window may ask: a group per area of screens. */
export const deskRouter = router({
  build: buildRouter,
  builds: buildsRouter,
  docsSearch: docsSearchRouter,
  environment: environmentRouter,
  import: importRouter,
  live: liveRouter,
  people: peopleRouter,
  project: projectRouter,
  projects: projectsRouter,
  redirects: redirectsRouter,
  search: searchRouter,
  seeds: seedsRouter,
  settings: settingsRouter,
  subprojects: subprojectsRouter,
  system: systemRouter,
  translations: translationsRouter,
  undo: undoRouter,
  versions: versionsRouter,
  webhooks: webhooksRouter,
});

/** What the renderer's client is made of: types only. */
export type DeskRouter = typeof deskRouter;

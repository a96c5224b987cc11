import { buildRouter } from './builds/build.ts';
import { buildsRouter } from './builds/builds.ts';
import { clockRouter } from './clock/clock.ts';
import { faultsRouter } from './faults/faults.ts';
import { kitsRouter } from './kits/kits.ts';
import { lessonsRouter } from './lessons/lessons.ts';
import { liveRouter } from './live/live.ts';
import { notificationsRouter } from './notifications/notifications.ts';
import { previewsRouter } from './previews/previews.ts';
import { router } from './procedure.ts';
import { importRouter } from './projects/import.ts';
import { projectRouter } from './projects/project.ts';
import { projectsRouter } from './projects/projects.ts';
import { redirectsRouter } from './redirects/redirects.ts';
import { subprojectsRouter } from './relations/subprojects.ts';
import { translationsRouter } from './relations/translations.ts';
import { requestsRouter } from './requests/requests.ts';
import { docsSearchRouter } from './search/docs-search.ts';
import { paletteRouter } from './search/palette.ts';
import { docsSessionsRouter } from './settings/docs-sessions.ts';
import { seedsRouter } from './settings/seeds.ts';
import { settingsRouter } from './settings/settings.ts';
import { systemRouter } from './settings/system.ts';
import { undoRouter } from './settings/undo.ts';
import { snapshotsRouter } from './snapshots/snapshots.ts';
import { syncRouter } from './sync/sync.ts';
import { peopleRouter } from './users/people.ts';
import { variablesRouter } from './variables/variables.ts';
import { versionsRouter } from './versions/versions.ts';
import { webhooksRouter } from './webhooks/webhooks.ts';
import { workspacesRouter } from './workspaces/workspaces.ts';

/** Everything that the window may ask, grouped by area of screens. */
export const deskRouter = router({
  build: buildRouter,
  builds: buildsRouter,
  clock: clockRouter,
  docsSearch: docsSearchRouter,
  docsSessions: docsSessionsRouter,
  faults: faultsRouter,
  variables: variablesRouter,
  import: importRouter,
  kits: kitsRouter,
  lessons: lessonsRouter,
  live: liveRouter,
  notifications: notificationsRouter,
  people: peopleRouter,
  previews: previewsRouter,
  project: projectRouter,
  projects: projectsRouter,
  redirects: redirectsRouter,
  palette: paletteRouter,
  requests: requestsRouter,
  seeds: seedsRouter,
  settings: settingsRouter,
  snapshots: snapshotsRouter,
  subprojects: subprojectsRouter,
  sync: syncRouter,
  system: systemRouter,
  translations: translationsRouter,
  undo: undoRouter,
  versions: versionsRouter,
  webhooks: webhooksRouter,
  workspaces: workspacesRouter,
});

/** The types from which the renderer's client is made. */
export type DeskRouter = typeof deskRouter;

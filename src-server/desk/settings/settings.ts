import { z } from 'zod';
import { Conflict, NotFound, Unavailable } from '../../model/base/problems.ts';
import { BUILD_PROGRAMS } from '../../model/builds/build-programs.ts';
import { windowLink } from '../../model/window/link-call.ts';
import { change, procedure, router } from '../procedure.ts';

/** The settings of this installation, and what the machine has. */
export const settingsRouter = router({
  all: procedure.query(({ ctx: { services, environment, actor } }) => ({
    settings: services.settings.all(actor),
    privateDocs: { asks: services.docsSessions.asks(), isFixed: services.docsSessions.isFixed() },
    dataFolder: environment.dataFolder,
    url: environment.url() ?? null,
    version: environment.version,
    software: environment.machine.software,
    defaultBuildsAtOnce: environment.machine.defaultBuildsAtOnce,
  })),
  /** Changes the settings that the patch names. */
  set: procedure
    .input(z.record(z.string(), z.unknown()))
    .mutation(change(({ ctx: { services, actor }, input }) => services.settings.set(actor, input))),

  /** Returns whether test suites may control this server, and with what; its key only for the person at this machine. */
  control: procedure.query(({ ctx: { services, environment, actor } }) => {
    services.access.requireOperator(actor);
    const { problem, isFixed, opened } = environment.control;
    const control = opened();
    return { problem: problem ?? null, isFixed, open: control && { url: control.url, key: control.key } };
  }),
  /** Lets test suites control this server until it is turned off or the server ends. */
  setControl: procedure
    .input(z.object({ on: z.boolean() }))
    .mutation(async ({ ctx: { services, environment, actor }, input: { on } }) => {
      services.access.requireOperator(actor);
      const { isFixed, open, close } = environment.control;
      if (isFixed)
        throw new Conflict('Lectern was started with --control. Start it without to turn control off.');
      if (on) await open();
      else close();
      return { changed: [] };
    }),

  /** Finds the programs that builds run, and asks each for its version. */
  programs: procedure.query(async ({ ctx: { services, environment, actor } }) => {
    services.access.requireOperator(actor);
    const found = await environment.machine.programs();
    return BUILD_PROGRAMS.map((program, index) => ({
      name: program.name,
      for: program.purpose,
      remedy: program.remedy,
      path: found[index]?.path ?? null,
      version: found[index]?.version ?? null,
    }));
  }),

  /** Lists the backups, newest first; null for data in memory. */
  backups: procedure.query(({ ctx: { services, environment, actor } }) => {
    services.access.requireOperator(actor);
    const { backups } = environment.machine;
    return backups && { folder: backups.folder, list: backups.list() };
  }),
  makeBackup: procedure.mutation(({ ctx: { services, environment, actor } }) => {
    services.access.requireOperator(actor);
    const { backups } = environment.machine;
    if (!backups) throw new Conflict('Data in memory cannot be backed up.');
    return backups.make('manual');
  }),
  /** Restores one of the backups; the state before is kept as a snapshot, which is named in the answer. */
  restoreBackup: procedure.input(z.object({ file: z.string() })).mutation(
    change(async ({ ctx: { services, environment, actor }, input }) => {
      services.access.requireOperator(actor);
      const backup = environment.machine.backups?.list().find(({ file }) => file === input.file);
      if (!backup) throw new NotFound('This backup is no longer there. Choose another one.');
      const { safetyCopy } = await services.snapshots.restoreBackup(actor, backup.file);
      return { safetyCopy };
    }),
  ),

  trash: procedure.query(({ ctx: { services, actor } }) => services.trash.list(actor)),
  /** Restores one item from the trash. */
  restoreTrash: procedure
    .input(z.object({ id: z.int() }))
    .mutation(change(({ ctx: { services, actor }, input }) => services.trash.restore(actor, input.id))),
  /** Deletes everything in the trash for good; returns how many items. */
  emptyTrash: procedure.mutation(change(({ ctx: { services, actor } }) => services.trash.empty(actor))),

  /** Makes a link that signs another browser in once. The application itself needs none. */
  browserLink: procedure.mutation(({ ctx: { services, environment, actor, browser } }) => {
    services.access.requireOperator(actor);
    const url = environment.url();
    if (browser === null)
      throw new Conflict('The window is served to browsers only without the desktop application.');
    if (url === undefined) throw new Unavailable('The server is not listening yet.');
    return { link: windowLink(url, browser.sessions.newKey()) };
  }),
  /** Lists the browsers that are signed in and the links that none has opened, newest first; none in the application. */
  browserSessions: procedure.query(async ({ ctx: { services, actor, browser } }) => {
    services.access.requireOperator(actor);
    return ((await browser?.sessions.list()) ?? []).map((each) => ({
      ...each,
      isOwn: each.id === browser?.own.id,
    }));
  }),
  /** Signs a browser out, or makes a link useless, at once. */
  revokeBrowserSession: procedure
    .input(z.object({ id: z.int() }))
    .mutation(async ({ ctx: { services, actor, browser }, input }) => {
      services.access.requireOperator(actor);
      if (!(await browser?.sessions.revoke(input.id))) throw new NotFound();
      return { changed: [] };
    }),
});

import { z } from 'zod';
import { Conflict, Unavailable } from '../../model/base/problems.ts';
import { BUILD_PROGRAMS } from '../../model/builds/build-programs.ts';
import { change, procedure, router } from '../procedure.ts';

const MAX_CHANGES = 100;

/** What is chosen for this installation, and what the machine has. */
export const settingsRouter = router({
  all: procedure.query(({ ctx: { services, environment, actor } }) => ({
    settings: services.settings.all(actor),
    dataFolder: environment.dataFolder,
    url: environment.url() ?? null,
    version: environment.version,
    software: environment.machine.software,
    defaultBuildsAtOnce: environment.machine.defaultBuildsAtOnce,
  })),
  /** Changes what the patch names. */
  set: procedure
    .input(z.record(z.string(), z.unknown()))
    .mutation(change(({ ctx: { services, actor }, input }) => services.settings.set(actor, input))),

  /** The programs that builds run; it asks each for its version. */
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

  /** null in memory, which has none. */
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

  trash: procedure.query(({ ctx: { services, actor } }) => services.trash.list(actor)),
  /** Brings one thing back, with all that was in it. */
  restoreTrash: procedure
    .input(z.object({ id: z.int() }))
    .mutation(change(({ ctx: { services, actor }, input }) => services.trash.restore(actor, input.id))),
  /** Gives how many things are gone for good. */
  emptyTrash: procedure.mutation(change(({ ctx: { services, actor } }) => services.trash.empty(actor))),

  /** Who did what, newest first. */
  activity: procedure.query(({ ctx: { services, actor } }) => services.undo.activity(actor, MAX_CHANGES)),

  /** A link that signs another browser in, once. The application itself needs none. */
  browserLink: procedure.mutation(({ ctx: { services, environment, actor, newKey } }) => {
    services.access.requireOperator(actor);
    const url = environment.url();
    if (newKey === null)
      throw new Conflict('The window is served to browsers only without the desktop application.');
    if (url === undefined) throw new Unavailable('The server does not listen yet.');
    return { link: `${url}/#key=${newKey()}` };
  }),
});

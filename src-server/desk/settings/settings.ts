import { z } from 'zod';
import { Conflict, Unavailable } from '../../model/base/problems.ts';
import { BUILD_PROGRAMS } from '../../model/builds/build-programs.ts';
import { procedure, router } from '../procedure.ts';

const CHANGES_SHOWN = 100;

/** What is chosen for this installation, and what the machine has. */
export const settingsRouter = router({
  all: procedure.query(({ ctx: { services, surroundings, actor } }) => ({
    settings: services.settings.all(actor),
    dataFolder: surroundings.dataFolder,
    url: surroundings.url() ?? null,
    version: surroundings.version,
    software: surroundings.machine.software,
    usualBuildsAtOnce: surroundings.machine.usualBuildsAtOnce,
  })),
  /** Changes what the patch names. */
  set: procedure
    .input(z.record(z.string(), z.unknown()))
    .mutation(({ ctx: { services, actor }, input }) => services.settings.set(actor, input)),

  /** The programs that builds run; it asks each for its version. */
  programs: procedure.query(async ({ ctx: { services, surroundings, actor } }) => {
    services.access.requireOperator(actor);
    const found = await surroundings.machine.programs();
    return BUILD_PROGRAMS.map((wanted, index) => ({
      name: wanted.name,
      for: wanted.for,
      remedy: wanted.remedy,
      path: found[index]?.path ?? null,
      version: found[index]?.version ?? null,
    }));
  }),

  /** null in memory, which has none. */
  backups: procedure.query(({ ctx: { services, surroundings, actor } }) => {
    services.access.requireOperator(actor);
    const { backups } = surroundings.machine;
    return backups && { folder: backups.folder, list: backups.list() };
  }),
  makeBackup: procedure.mutation(({ ctx: { services, surroundings, actor } }) => {
    services.access.requireOperator(actor);
    const { backups } = surroundings.machine;
    if (!backups) throw new Conflict('Data in memory cannot be backed up.');
    return backups.make();
  }),

  trash: procedure.query(({ ctx: { services, actor } }) => services.trash.list(actor)),
  /** Brings one thing back, with all that was in it. */
  restoreTrash: procedure
    .input(z.object({ id: z.int() }))
    .mutation(({ ctx: { services, actor }, input }) => services.trash.restore(actor, input.id)),
  /** Gives how many things are gone for good. */
  emptyTrash: procedure.mutation(({ ctx: { services, actor } }) => services.trash.empty(actor)),

  /** Who did what, newest first. */
  activity: procedure.query(({ ctx: { services, actor } }) => services.activity.newest(actor, CHANGES_SHOWN)),

  /** A link that signs another browser in, once. The application itself needs none. */
  browserLink: procedure.mutation(({ ctx: { services, surroundings, actor, newKey } }) => {
    services.access.requireOperator(actor);
    const url = surroundings.url();
    if (newKey === null)
      throw new Conflict('The window is served to browsers only without the desktop application.');
    if (url === undefined) throw new Unavailable('The server does not listen yet.');
    return { link: `${url}/#key=${newKey()}` };
  }),
});

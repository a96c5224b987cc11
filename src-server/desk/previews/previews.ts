import { z } from 'zod';
import { Conflict } from '../../model/base/problems.ts';
import { PreviewCall } from '../../model/previews/preview-call.ts';
import { systemActor } from '../../services/kernel/actor.ts';
import { procedure, router } from '../procedure.ts';

const Id = z.object({ id: z.int() });

export const NO_EDITOR = 'Name your editor in Settings, Builds, first: for example code -g FILE:LINE';

/** Previews of working trees, for the person at this computer alone. None of it changes data. */
export const previewsRouter = router({
  /** Lists the running previews, of a project or all; none to a person who may not start one. */
  list: procedure
    .input(z.object({ project: z.string().optional() }))
    .query(({ ctx: { services, environment, actor }, input }) => ({
      /** Whether this person may start one here. */
      isAllowed: actor.kind === 'operator' && environment.builds.run,
      previews: actor.kind === 'operator' ? services.previews.list(actor, input.project) : [],
    })),

  /** Returns a preview with the output of its last build; null once it has ended. */
  get: procedure.input(Id).query(({ ctx: { services, actor }, input: { id } }) => ({
    preview: services.previews.list(actor).some((each) => each.id === id)
      ? services.previews.get(actor, id)
      : null,
    hasEditor: services.settings.get(systemActor('desk'), 'editor') !== '',
  })),

  /** Starts a preview: choosing the folder allows its code to run (safety S12). */
  start: procedure.input(PreviewCall).mutation(async ({ ctx: { services, actor }, input }) => {
    const { id, url } = await services.previews.start(actor, input);
    return { id, url, changed: [] };
  }),

  rebuild: procedure.input(Id).mutation(({ ctx: { services, actor }, input: { id } }) => {
    services.previews.rebuild(actor, id);
    return { changed: [] };
  }),

  stop: procedure.input(Id).mutation(async ({ ctx: { services, actor }, input: { id } }) => {
    await services.previews.stop(actor, id);
    return { changed: [] };
  }),

  /** Opens the place of a problem of the last build in the editor that the settings name; nothing else can be opened. */
  openEditor: procedure
    .input(Id.extend({ problem: z.int() }))
    .mutation(async ({ ctx: { services, environment, actor }, input: { id, problem: problemId } }) => {
      const { folder, file, line } = services.previews.problem(actor, id, problemId);
      const command = services.settings.get(systemActor('desk'), 'editor');
      if (command === '') throw new Conflict(NO_EDITOR);
      if (file === null) throw new Conflict('This problem names no file.');
      await environment.machine.openEditor(command, { folder, file, line });
      return { changed: [] };
    }),
});

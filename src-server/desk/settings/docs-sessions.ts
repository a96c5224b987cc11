import { z } from 'zod';
import { NotFound } from '../../model/base/problems.ts';
import { procedure, router } from '../procedure.ts';

/** Browsers that may read private documentation, and the links that let them in (safety S11). */
export const docsSessionsRouter = router({
  /** Makes a link of a documentation URL that works once; the URL itself where no session is asked for. */
  link: procedure
    .input(z.object({ url: z.string().max(8192) }))
    .mutation(({ ctx: { services, actor }, input }) => ({
      url: services.docsSessions.link(actor, input.url),
      changed: [],
    })),

  /** Lists the browsers that have a session and the links that none has opened, newest first. */
  list: procedure.query(({ ctx: { services, actor } }) => services.docsSessions.list(actor)),

  /** Ends a session, or makes a link useless, at once. */
  revoke: procedure.input(z.object({ id: z.int() })).mutation(({ ctx: { services, actor }, input }) => {
    if (!services.docsSessions.revoke(actor, input.id)) throw new NotFound();
    return { changed: [] };
  }),
});

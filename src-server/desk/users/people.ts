import { z } from 'zod';
import { nested, parseBody, text } from '../../model/base/fields.ts';
import { change, procedure, router } from '../procedure.ts';

const Named = z.object({ username: z.string() });
const TokenBody = nested({ name: text({ max: 100 }) });

/** The call that the welcome screen offers to try. */
const EXAMPLE_PATH = '/api/v3/projects/';

/** People and their tokens. The text of a token is returned only on request, in a body. */
export const peopleRouter = router({
  list: procedure.query(({ ctx: { services, actor } }) => services.people.list(actor)),
  get: procedure
    .input(Named)
    .query(({ ctx: { services, actor }, input }) => services.people.get(actor, input.username)),
  add: procedure
    .input(Named)
    .mutation(
      change(({ ctx: { services, actor }, input }) => services.users.add(actor, input.username).username),
    ),
  setActive: procedure
    .input(Named.extend({ active: z.boolean() }))
    .mutation(
      change(({ ctx: { services, actor }, input }) =>
        services.users.setActive(actor, input.username, input.active),
      ),
    ),

  /** Makes a token; returns its text. */
  makeToken: procedure.input(Named.extend({ name: z.string() })).mutation(
    change(({ ctx: { services, actor }, input }) => {
      const { name } = parseBody(TokenBody, { name: input.name });
      const user = services.users.get(input.username);
      return { token: services.tokens.create(actor, user, name).token };
    }),
  ),
  /** Returns the text of a token; null when the vault does not have it, though the token still works. */
  tokenText: procedure
    .input(z.object({ id: z.int() }))
    .mutation(async ({ ctx: { services, actor }, input }) => ({
      token: (await services.tokens.text(actor, input.id)) ?? null,
    })),
  revokeToken: procedure
    .input(z.object({ id: z.int() }))
    .mutation(change(({ ctx: { services, actor }, input }) => services.tokens.revoke(actor, input.id))),

  /** Returns a token of the caller for a command to copy; makes one if there is none. */
  tokenForCurl: procedure.mutation(async ({ ctx: { services, actor } }) => ({
    token: await services.people.tokenToCopy(actor),
  })),
  /** Makes the call that the welcome screen shows, with the token of its command. */
  tryExample: procedure.mutation(async ({ ctx: { services, environment, actor } }) =>
    environment.machine.callApi(EXAMPLE_PATH, await services.people.tokenToCopy(actor)),
  ),
});

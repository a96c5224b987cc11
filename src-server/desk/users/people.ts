import { z } from 'zod';
import { nested, parseBody, text } from '../../model/base/fields.ts';
import { change, procedure, router } from '../procedure.ts';

const Named = z.object({ username: z.string() });
const TokenBody = nested({ name: text({ max: 100 }) });

/** The call that the welcome offers to try. */
const EXAMPLE_PATH = '/api/v3/projects/';

/** People and their tokens. A token's text is given only on request, in an answer's body. */
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

  /** Gives the text of the new token. */
  makeToken: procedure.input(Named.extend({ name: z.string() })).mutation(
    change(({ ctx: { services, actor }, input }) => {
      const { name } = parseBody(TokenBody, { name: input.name });
      const user = services.users.named(input.username);
      return { token: services.tokens.create(actor, user, name).token };
    }),
  ),
  /** null when the vault does not have it: the token works, it just cannot be copied. */
  tokenText: procedure
    .input(z.object({ id: z.int() }))
    .mutation(async ({ ctx: { services, actor }, input }) => ({
      token: (await services.tokens.text(actor, input.id)) ?? null,
    })),
  revokeToken: procedure
    .input(z.object({ id: z.int() }))
    .mutation(change(({ ctx: { services, actor }, input }) => services.tokens.revoke(actor, input.id))),

  /** A token of whoever acts, for a line to copy; made where there is none. */
  tokenForCurl: procedure.mutation(async ({ ctx: { services, actor } }) => ({
    token: await services.people.tokenToCopy(actor),
  })),
  /** Makes the call that the welcome shows, with the token that its line carries. */
  tryExample: procedure.mutation(async ({ ctx: { services, environment, actor } }) =>
    environment.machine.callApi(EXAMPLE_PATH, await services.people.tokenToCopy(actor)),
  ),
});

import { z } from 'zod';
import { parseBody } from '../../model/base/fields.ts';
import {
  EnvironmentVariableValueBody,
  VariableDetailsBody,
} from '../../model/variables/environment-variable.ts';
import { change, procedure, router } from '../procedure.ts';

const Slug = z.object({ slug: z.string() });
const Paste = Slug.extend({ text: z.string() });
const ALL_ROWS = { limit: 1_000_000, offset: 0 };

/** The environment variables of a project. Values are never returned (safety S8). */
export const variablesRouter = router({
  /** Lists names and times, whether builds of pull requests get them and whether they have a value, last modified first. */
  list: procedure
    .input(Slug)
    .query(({ ctx: { services, actor }, input: { slug } }) =>
      services.environmentVariables
        .list(actor, slug, ALL_ROWS)
        .items.map(({ projectId: _, ...variable }) => variable),
    ),

  /** Fails with the reason when the key that encrypts values cannot be read. */
  checkKey: procedure.input(Slug).query(async ({ ctx: { services, actor }, input: { slug } }) => {
    await services.environmentVariables.checkKey(actor, slug);
    return null;
  }),

  add: procedure
    .input(Slug.extend({ name: z.unknown(), value: z.unknown(), public: z.unknown().optional() }))
    .mutation(
      change(async ({ ctx: { services, actor }, input: { slug, ...body } }) => {
        await services.environmentVariables.create(actor, slug, parseBody(VariableDetailsBody, body));
      }),
    ),
  /** Replaces the value of a variable; returns whether it differs from the previous one. */
  replace: procedure.input(Slug.extend({ name: z.string(), value: z.unknown() })).mutation(
    change(({ ctx: { services, actor }, input: { slug, name, value } }) => {
      const body = parseBody(EnvironmentVariableValueBody, { value });
      return services.environmentVariables.replace(actor, slug, name, body.value);
    }),
  ),
  /** Gives a variable to builds of pull requests too, or takes it from them. */
  setPublic: procedure
    .input(Slug.extend({ id: z.int(), public: z.boolean() }))
    .mutation(
      change(({ ctx: { services, actor }, input: { slug, id, public: isPublic } }) =>
        services.environmentVariables.setPublic(actor, slug, id, isPublic),
      ),
    ),
  remove: procedure
    .input(Slug.extend({ id: z.int() }))
    .mutation(
      change(({ ctx: { services, actor }, input: { slug, id } }) =>
        services.environmentVariables.remove(actor, slug, id),
      ),
    ),

  /** Previews what each line of a `.env` would do, by name. */
  previewPaste: procedure
    .input(Paste)
    .query(({ ctx: { services, actor }, input: { slug, text } }) =>
      services.bulkVariables.previewPaste(actor, slug, text),
    ),
  paste: procedure
    .input(Paste)
    .mutation(
      change(({ ctx: { services, actor }, input: { slug, text } }) =>
        services.bulkVariables.paste(actor, slug, text),
      ),
    ),
});

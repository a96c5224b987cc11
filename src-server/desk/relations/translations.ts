import { z } from 'zod';
import { change, procedure, router } from '../procedure.ts';

const Slug = z.object({ slug: z.string() });
const Translation = Slug.extend({ translation: z.string() });

/** A project in other languages. */
export const translationsRouter = router({
  /** Which versions exist, are active and built in which language, and where their pages stand. */
  matrix: procedure.input(Slug).query(({ ctx: { services, actor }, input: { slug } }) => {
    const { versions, languages } = services.versionList.languages(actor, slug);
    return {
      versions,
      languages: languages.map((language) => ({
        ...language,
        place: services.projects.get(actor, language.slug).place,
      })),
    };
  }),

  /** Projects that may become a translation of this one. */
  candidates: procedure
    .input(Slug.extend({ text: z.string().max(300) }))
    .query(({ ctx: { services, actor }, input: { slug, text } }) =>
      services.translations.candidates(actor, slug, text),
    ),

  add: procedure
    .input(Translation)
    .mutation(
      change(({ ctx: { services, actor }, input: { slug, translation } }) =>
        services.translations.add(actor, slug, translation),
      ),
    ),
  /** Both projects stay. */
  remove: procedure
    .input(Translation)
    .mutation(
      change(({ ctx: { services, actor }, input: { slug, translation } }) =>
        services.translations.remove(actor, slug, translation),
      ),
    ),
});

import { z } from 'zod';
import { change, procedure, router } from '../procedure.ts';

const Slug = z.object({ slug: z.string() });
const Translation = Slug.extend({ translation: z.string() });

/** A project in other languages. */
export const translationsRouter = router({
  /** Returns which versions exist, are active and built in each language, and the state of their pages. */
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

  /** Finds projects that can become a translation of this one. */
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
  /** Unlinks a translation; both projects stay. */
  remove: procedure
    .input(Translation)
    .mutation(
      change(({ ctx: { services, actor }, input: { slug, translation } }) =>
        services.translations.remove(actor, slug, translation),
      ),
    ),
});

import { z } from 'zod';
import { parseBody } from '../../model/base/fields.ts';
import { documentationUrl } from '../../model/projects/documentation-url.ts';
import { SubprojectBody } from '../../model/relations/subproject.ts';
import { change, procedure, router } from '../procedure.ts';

const Slug = z.object({ slug: z.string() });

/** The subprojects of a project. */
export const subprojectsRouter = router({
  /** Returns some rows of the list, oldest first. */
  page: procedure
    .input(Slug.extend({ offset: z.int().min(0), limit: z.int().min(1).max(200) }))
    .query(({ ctx: { services, actor }, input: { slug, offset, limit } }) => {
      const { count, items } = services.subprojects.list(actor, slug, { offset, limit });
      const rows = items.map(({ alias, child: { project, place, effectiveDefaultVersion } }) => ({
        alias,
        slug: project.slug,
        name: project.name,
        language: project.language,
        defaultVersion: effectiveDefaultVersion,
        docsUrl: documentationUrl(place, effectiveDefaultVersion),
      }));
      return { count, rows };
    }),

  /** Finds projects that can become subprojects of this one. */
  candidates: procedure
    .input(Slug.extend({ text: z.string().max(300) }))
    .query(({ ctx: { services, actor }, input: { slug, text } }) =>
      services.subprojects.candidates(actor, slug, text),
    ),

  add: procedure.input(Slug.extend({ body: z.record(z.string(), z.unknown()) })).mutation(
    change(({ ctx: { services, actor }, input: { slug, body } }) => {
      const { alias, child } = services.subprojects.create(actor, slug, parseBody(SubprojectBody, body));
      return { alias, name: child.project.name };
    }),
  ),

  /** Unlinks a subproject; the project itself stays. */
  remove: procedure
    .input(Slug.extend({ alias: z.string() }))
    .mutation(
      change(({ ctx: { services, actor }, input: { slug, alias } }) =>
        services.subprojects.remove(actor, slug, alias),
      ),
    ),
});

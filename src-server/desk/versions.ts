import { z } from 'zod';
import { BulkSlugs } from '../model/bulk.ts';
import { leftOutSentence, selectVersions, VersionPattern } from '../model/version-pattern.ts';
import { procedure, router } from './procedure.ts';

const Slug = z.object({ slug: z.string() });
const One = Slug.extend({ version: z.string() });
const Many = Slug.extend({ versions: BulkSlugs });
const Switch = Many.extend({ active: z.boolean() });

/** The versions of a project. */
export const versionsRouter = router({
  /** All of them, where their pages stand, and since when a sync waits (null: none does). */
  board: procedure.input(Slug).query(({ ctx: { services, actor }, input: { slug } }) =>
    services.read(() => {
      const { counts, rows } = services.versionBoard.get(actor, slug);
      return {
        counts,
        rows: rows.map(({ projectId: _, lastBuild, ...row }) => ({
          ...row,
          lastBuild: lastBuild && { ...lastBuild, error: lastBuild.error.slice(0, LONGEST_ERROR) },
        })),
        place: services.projects.get(actor, slug).place,
        syncWaitsSince: services.versionSync.waitingSince(actor, slug),
      };
    }),
  ),

  /**
   * Which versions a pattern means. Asked here as one types, so that the window need not carry what reads patterns.
   * `matched` are slugs; `leftOut` is one sentence, '' when nothing was.
   */
  match: procedure
    .input(Slug.extend({ pattern: VersionPattern }))
    .query(({ ctx: { services, actor }, input: { slug, pattern } }) => {
      const selection = selectVersions(pattern, services.versionBoard.get(actor, slug).rows);
      return {
        error: selection.error,
        matched: selection.matched.map((version) => version.slug),
        leftOut: leftOutSentence(selection),
      };
    }),

  setActive: procedure
    .input(One.extend({ active: z.boolean() }))
    .mutation(({ ctx: { services, actor }, input: { slug, version, active } }) =>
      services.versions.update(actor, slug, version, { active }),
    ),
  setDefault: procedure.input(One).mutation(({ ctx: { services, actor }, input: { slug, version } }) => {
    services.projects.update(actor, slug, { default_version: version });
  }),

  previewSwitch: procedure
    .input(Switch)
    .query(({ ctx: { services, actor }, input: { slug, versions, active } }) =>
      services.bulkVersions.previewSwitch(actor, slug, versions, active),
    ),
  switch: procedure
    .input(Switch)
    .mutation(({ ctx: { services, actor }, input: { slug, versions, active } }) =>
      services.bulkVersions.switch(actor, slug, versions, active),
    ),

  previewBuilds: procedure
    .input(Many)
    .query(({ ctx: { services, actor }, input }) =>
      services.bulkVersions.previewBuilds(actor, buildTargets(input)),
    ),
  build: procedure
    .input(Many)
    .mutation(({ ctx: { services, actor }, input }) =>
      services.bulkVersions.triggerBuilds(actor, buildTargets(input)),
    ),

  /** Asks for the repository's branches and tags to be read anew. */
  sync: procedure
    .input(Slug)
    .mutation(({ ctx: { services, actor }, input: { slug } }) => services.versionSync.request(actor, slug)),
});

/** Of an error a list only shows that there is one. */
const LONGEST_ERROR = 200;

function buildTargets({ slug, versions }: z.infer<typeof Many>) {
  return versions.map((version) => ({ project: slug, version }));
}

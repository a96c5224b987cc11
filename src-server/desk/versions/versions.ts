import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { BulkSlugs } from '../../model/base/bulk.ts';
import { parseBody } from '../../model/base/fields.ts';
import { NotFound } from '../../model/base/problems.ts';
import {
  documentationRoot,
  documentationUrl,
  downloadUrl,
  externalDocumentationUrl,
} from '../../model/projects/documentation-url.ts';
import { pagesState } from '../../model/versions/pages-state.ts';
import { DeskVersionBody, type Version } from '../../model/versions/version.ts';
import { formatExcluded, selectInSteps, VersionPattern } from '../../model/versions/version-pattern.ts';
import { change, type DeskContext, procedure, router } from '../procedure.ts';

const Slug = z.object({ slug: z.string() });
const One = Slug.extend({ version: z.string() });
const Many = Slug.extend({ versions: BulkSlugs });
const SwitchInput = Many.extend({ active: z.boolean() });

/** The versions of a project. */
export const versionsRouter = router({
  /** Returns all versions with the state of their pages, and the state of the sync. */
  list: procedure.input(Slug).query(({ ctx: { services, actor }, input: { slug } }) =>
    services.read(() => {
      const { counts, rows } = services.versionList.get(actor, slug);
      const { place, project } = services.projects.get(actor, slug);
      return {
        counts,
        rows: rows.map(({ projectId: _, lastBuild, ...row }) => ({
          ...row,
          lastBuild: lastBuild && { ...lastBuild, error: lastBuild.error.slice(0, MAX_ERROR_LENGTH) },
        })),
        place,
        /** The address that redirects to the default version. */
        root: documentationRoot(place, project.translationOf !== null),
        sync: services.versionSync.state(actor, slug),
        /** Why nothing can be read or built of the repository; null where it can. */
        recordReason: services.buildTrust.unbuildableReason(project) ?? null,
      };
    }),
  ),

  /**
   * Returns the slugs that a pattern matches; `leftOut` says in one sentence what it excludes, or ''. The server does
   * this so that the window does not need the parser of patterns.
   */
  match: procedure
    .input(Slug.extend({ pattern: VersionPattern }))
    .query(async ({ ctx: { services, actor }, input: { slug, pattern } }) => {
      const steps = selectInSteps(pattern, services.versionList.get(actor, slug).rows);
      let step = steps.next();
      for (; !step.done; step = steps.next()) await setImmediate();
      const selection = step.value;
      return {
        error: selection.error,
        matched: selection.matched.map((version) => version.slug),
        leftOut: formatExcluded(selection),
      };
    }),

  /** Returns the pages and downloads of a version; of the default version unless one is named. */
  pages: procedure
    .input(Slug.extend({ version: z.string().optional() }))
    .query(({ ctx: { services, actor }, input: { slug, version } }) => {
      const { place, project, effectiveDefaultVersion } = services.projects.get(actor, slug);
      const versionSlug = version ?? effectiveDefaultVersion;
      const found = findVersion(services, actor, slug, versionSlug);
      const state = found ? pagesState(found) : 'none';
      const urlOf = found?.type === 'external' ? externalDocumentationUrl : documentationUrl;
      const formats = found && state === 'served' ? found.downloads : [];
      return {
        version: versionSlug,
        state,
        isRecord: services.buildTrust.isUnbuildable(project),
        docsUrl: urlOf(place, versionSlug),
        downloads: formats.map((format) => ({ format, url: downloadUrl(place, versionSlug, format) })),
      };
    }),

  setActive: procedure
    .input(One.extend({ active: z.boolean() }))
    .mutation(
      change(({ ctx: { services, actor }, input: { slug, version, active } }) =>
        services.versions.update(actor, slug, version, { active }, { skipsRefused: true }),
      ),
    ),
  /** Changes whether lists and search name it, who may see it, and how it is built. */
  update: procedure.input(One.extend({ body: z.unknown() })).mutation(
    change(({ ctx: { services, actor }, input: { slug, version, body } }) =>
      services.versions.update(actor, slug, version, parseBody(DeskVersionBody, body), {
        skipsRefused: true,
      }),
    ),
  ),
  setDefault: procedure.input(One).mutation(
    change(({ ctx: { services, actor }, input: { slug, version } }) => {
      services.projects.update(actor, slug, { default_version: version });
    }),
  ),

  previewSwitch: procedure
    .input(SwitchInput)
    .query(({ ctx: { services, actor }, input: { slug, versions, active } }) =>
      services.bulkVersions.previewSwitch(actor, slug, versions, active),
    ),
  switch: procedure
    .input(SwitchInput)
    .mutation(
      change(({ ctx: { services, actor }, input: { slug, versions, active } }) =>
        services.bulkVersions.switch(actor, slug, versions, active),
      ),
    ),

  previewBuilds: procedure
    .input(Many)
    .query(({ ctx: { services, actor }, input }) =>
      services.bulkVersions.previewBuilds(actor, buildTargets(input)),
    ),
  build: procedure.input(Many).mutation(
    change(({ ctx: { services, actor }, input }) => {
      services.buildTrust.requireRunnable(actor, [input.slug]);
      return services.bulkVersions.triggerBuilds(actor, buildTargets(input));
    }),
  ),

  /** Requests a sync of the repository's branches and tags. */
  sync: procedure
    .input(Slug)
    .mutation(
      change(({ ctx: { services, actor }, input: { slug } }) => services.versionSync.request(actor, slug)),
    ),
});

/** How much of an error a list carries; it only shows that there is one. */
const MAX_ERROR_LENGTH = 200;

function buildTargets({ slug, versions }: z.infer<typeof Many>) {
  return versions.map((version) => ({ project: slug, version }));
}

/** Returns a version, or undefined: a project from a seed file may lack its default version. */
function findVersion(
  services: DeskContext['services'],
  actor: DeskContext['actor'],
  project: string,
  version: string,
): Version | undefined {
  try {
    return services.versions.get(actor, project, version, false).version;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

import { z } from 'zod';
import { isTrusted, NOT_TRUSTED } from '../../model/builds/build-trust.ts';
import {
  documentationUrl,
  downloadUrl,
  externalDocumentationUrl,
} from '../../model/projects/documentation-url.ts';
import { redactCredentials } from '../../model/projects/repository-url.ts';
import { commitUrl } from '../../model/projects/vcs-url.ts';
import { change, procedure, router } from '../procedure.ts';

const Build = z.object({ id: z.int() });
const BuildOfProject = Build.extend({ project: z.string() });
const Command = Build.extend({ commandId: z.int() });
/** Lines a window may have at once. */
const MAX_LINES = 2000;

/** One build with its log, which is read in windows: it may have a million lines. */
export const buildRouter = router({
  /** The build with its commands, without what they wrote. */
  get: procedure.input(Build).query(({ ctx: { services, actor, environment }, input: { id } }) => {
    const build = services.buildLog.get(actor, id);
    const { version, project } = services.versions.get(actor, build.projectSlug, build.versionSlug, false);
    const { project: record, place } = project;
    const urlOf = version.type === 'external' ? externalDocumentationUrl : documentationUrl;
    return {
      ...build,
      versionType: version.type,
      versionIdentifier: version.identifier,
      documentationType: record.documentationType,
      repositoryUrl: redactCredentials(record.repositoryUrl),
      /** Where the commit can be looked at; null where its host's pages are not known. */
      commitUrl: commitUrl(record, build.commit),
      /** Where the version's pages are; null when it has none. */
      docsUrl: version.built ? urlOf(place, version.slug) : null,
      downloads: version.built
        ? version.downloads.map((format) => ({ format, url: downloadUrl(place, version.slug, format) }))
        : [],
      /** The build whose pages these are, where it is known. */
      pagesBuild: version.pagesBuild,
      /** Whether it ended because nobody has allowed its code to run here, and still has not (safety S12). */
      needsTrust: build.error.startsWith(NOT_TRUSTED) && !environment.builds.trustAll && !isTrusted(record),
    };
  }),

  /** Ends it. One that runs ends as soon as its runner hears of it. */
  cancel: procedure
    .input(BuildOfProject)
    .mutation(
      change(({ ctx: { services, actor }, input: { project, id } }) =>
        services.buildControl.cancel(actor, project, id),
      ),
    ),

  /** Asks for another build of the same version; gives its number. */
  retry: procedure.input(BuildOfProject).mutation(
    change(({ ctx: { services, actor }, input: { project, id } }) => {
      const { build } = services.buildControl.retry(actor, project, id);
      return { id: build.id, project: build.projectSlug };
    }),
  ),

  /** Where its errors and warnings are. */
  diagnostics: procedure
    .input(Build)
    .query(({ ctx: { services, actor }, input: { id } }) => services.buildLog.marks(actor, id)),

  /** A window on what a command wrote; lines count from 1. */
  output: procedure
    .input(Command.extend({ from: z.int().min(1), count: z.int().min(1).max(MAX_LINES) }))
    .query(({ ctx: { services, actor }, input: { id, commandId, from, count } }) =>
      services.buildLog.output(actor, id, commandId, from, count),
    ),

  /** A piece of what a command wrote, as it was written; the first has the number 0. */
  raw: procedure
    .input(Command.extend({ piece: z.int().min(0) }))
    .query(({ ctx: { services, actor }, input: { id, commandId, piece } }) =>
      services.buildLog.raw(actor, id, commandId, piece),
    ),

  /** Which lines hold a text, case and colours aside. */
  find: procedure
    .input(Build.extend({ text: z.string().min(1).max(300) }))
    .query(({ ctx: { services, actor }, input: { id, text } }) => services.buildLog.find(actor, id, text)),
});

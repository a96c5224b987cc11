import { z } from 'zod';
import { scriptName } from '../../model/builds/build-script.ts';
import {
  documentationUrl,
  downloadUrl,
  externalDocumentationUrl,
} from '../../model/projects/documentation-url.ts';
import { redactCredentials } from '../../model/projects/repository/repository-url.ts';
import { commitUrl } from '../../model/projects/repository/vcs-url.ts';
import { change, procedure, router } from '../procedure.ts';
import { remediesFor } from './remedies.ts';

const Build = z.object({ id: z.int() });
const BuildOfProject = Build.extend({ project: z.string() });
const Command = Build.extend({ commandId: z.int() });
/** How many lines of output one call may ask for. */
const MAX_LINES = 2000;

/** One build with its log, which is read a part at a time: it may have a million lines. */
export const buildRouter = router({
  /** Returns the build with its commands, without their output. */
  get: procedure.input(Build).query(({ ctx, input: { id } }) => {
    const { services, actor } = ctx;
    const build = services.buildLog.get(actor, id);
    const { version, project } = services.versions.get(actor, build.projectSlug, build.versionSlug, false);
    const { project: record, place } = project;
    const urlOf = version.type === 'external' ? externalDocumentationUrl : documentationUrl;
    return {
      ...build,
      /** Whether a seed file or kit brought it. */
      recorded: services.buildHistory.isRecorded(id),
      /** Why the project cannot be built here; null where it can. */
      recordReason: services.buildTrust.unbuildableReason(record) ?? null,
      versionType: version.type,
      versionIdentifier: version.identifier,
      documentationType: record.documentationType,
      repositoryUrl: redactCredentials(record.repositoryUrl),
      pullRequestBuilds: record.pullRequestBuilds,
      /** Web page of the commit; null for a host whose pages are not known. */
      commitUrl: commitUrl(record, build.commit),
      /** Where the pages of the version are; null when it has none. */
      docsUrl: version.built ? urlOf(place, version.slug) : null,
      downloads: version.built
        ? version.downloads.map((format) => ({ format, url: downloadUrl(place, version.slug, format) }))
        : [],
      /** The build that made these pages, where it is known. */
      pagesBuild: version.pagesBuild,
      /** What would make it pass; null where nothing known would. */
      remedy: remediesFor(ctx, [build], { newestOnly: false }).get(id) ?? null,
      /** The script that plays the builds of its project; null where none does. */
      script: scriptName(record.builder) ?? null,
      /** Whether its script waits, or nothing moves it on but a person. */
      canAdvance: services.playedBuilds.canAdvance(build),
    };
  }),

  /** Cancels a build: a waiting one now, a running one by signalling its runner. */
  cancel: procedure
    .input(BuildOfProject)
    .mutation(
      change(({ ctx: { services, actor }, input: { project, id } }) =>
        services.buildControl.cancel(actor, project, id),
      ),
    ),

  /** Moves a played build on: its script, or to its next state. */
  advance: procedure.input(Build).mutation(
    change(({ ctx: { services, actor }, input: { id } }) => {
      services.playedBuilds.advance(actor, id, {});
    }),
  ),

  /** Requests another build of the same version, from scratch if asked to; returns its number. */
  retry: procedure.input(BuildOfProject.extend({ isFromScratch: z.boolean().default(false) })).mutation(
    change(({ ctx: { services, actor }, input: { project, id, isFromScratch } }) => {
      services.buildTrust.requireRunnable(actor, [project]);
      const { build } = services.buildControl.retry(actor, project, id, { isFromScratch });
      return { id: build.id, project: build.projectSlug, version: build.versionSlug };
    }),
  ),

  /**
   * Lets the project build with the tools of this computer, and requests another build of the same version; returns its
   * number.
   */
  retryWithInstalledTools: procedure.input(BuildOfProject).mutation(
    change(({ ctx: { services, actor }, input: { project, id } }) => {
      services.buildTrust.requireRunnable(actor, [project]);
      const { build } = services.buildControl.retryWithInstalledTools(actor, project, id);
      return { id: build.id, project: build.projectSlug, version: build.versionSlug };
    }),
  ),

  /** Returns the lines of its errors and warnings. */
  diagnostics: procedure
    .input(Build)
    .query(({ ctx: { services, actor }, input: { id } }) => services.buildLog.marks(actor, id)),

  /** Returns some lines of a command's output; lines count from 1. */
  output: procedure
    .input(Command.extend({ from: z.int().min(1), count: z.int().min(1).max(MAX_LINES) }))
    .query(({ ctx: { services, actor }, input: { id, commandId, from, count } }) =>
      services.buildLog.output(actor, id, commandId, from, count),
    ),

  /** Returns a piece of a command's output as it was written; pieces count from 0. */
  raw: procedure
    .input(Command.extend({ piece: z.int().min(0) }))
    .query(({ ctx: { services, actor }, input: { id, commandId, piece } }) =>
      services.buildLog.raw(actor, id, commandId, piece),
    ),

  /** Finds the lines that contain a text, ignoring case and colours. */
  find: procedure
    .input(Build.extend({ text: z.string().min(1).max(300) }))
    .query(({ ctx: { services, actor }, input: { id, text } }) => services.buildLog.find(actor, id, text)),
});

import { z } from 'zod';
import { documentationUrl } from '../model/documentation-url.ts';
import { commitUrl } from '../model/vcs-url.ts';
import { procedure, router } from './procedure.ts';

const Build = z.object({ id: z.int() });
const Command = Build.extend({ commandId: z.int() });
/** Lines a window may have at once. */
const MOST_LINES = 2000;

/** One build with its log, which is read in windows: it may have a million lines. */
export const buildRouter = router({
  /** The build with its commands, without what they wrote. */
  get: procedure.input(Build).query(({ ctx: { services, actor }, input: { id } }) => {
    const build = services.buildLog.get(actor, id);
    const { version, project } = services.versions.get(actor, build.projectSlug, build.versionSlug, false);
    const hasPages = build.outcome === 'passed' && version.built;
    return {
      ...build,
      versionType: version.type,
      versionIdentifier: version.identifier,
      documentationType: project.project.documentationType,
      repositoryUrl: project.project.repositoryUrl,
      /** Where the commit can be looked at; null where its host's pages are not known. */
      commitUrl: commitUrl(project.project, build.commit),
      /** Where its pages are; null when it left none. */
      docsUrl: hasPages ? documentationUrl(project.place, version.slug) : null,
    };
  }),

  /** Where its errors and warnings are. */
  marks: procedure
    .input(Build)
    .query(({ ctx: { services, actor }, input: { id } }) => services.buildLog.marks(actor, id)),

  /** A window on what a command wrote; lines count from 1. */
  output: procedure
    .input(Command.extend({ from: z.int().min(1), count: z.int().min(1).max(MOST_LINES) }))
    .query(({ ctx: { services, actor }, input: { id, commandId, from, count } }) =>
      services.buildLog.output(actor, id, commandId, from, count),
    ),

  /** All that a command wrote. */
  raw: procedure
    .input(Command)
    .query(({ ctx: { services, actor }, input: { id, commandId } }) =>
      services.buildLog.raw(actor, id, commandId),
    ),

  /** Which lines hold a text, case and colours aside. */
  find: procedure
    .input(Build.extend({ text: z.string().min(1).max(300) }))
    .query(({ ctx: { services, actor }, input: { id, text } }) => services.buildLog.find(actor, id, text)),
});

import { z } from 'zod';
import { formatTimestampWithoutOffset, type Timestamp } from '../../model/base/timestamp.ts';
import { BUILD_STATES_OF_2020, stateIn2020 } from '../../model/builds/build.ts';
import { documentationUrl, externalDocumentationUrl } from '../../model/projects/documentation-url.ts';
import type { PublicBuild } from '../../services/v2/v2-reads.ts';

const DateTimeWithoutOffset = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?$/);

const CommandSchema = z
  .strictObject({
    build: z.int(),
    command: z.string(),
    description: z.string(),
    end_time: DateTimeWithoutOffset,
    exit_code: z.int(),
    id: z.int(),
    output: z.string(),
    run_time: z.int().nonnegative().describe('Seconds.'),
    start_time: DateTimeWithoutOffset,
  })
  .meta({ id: 'V2Command' });

/** Schema of a build in v2. */
export const BuildSchema = z
  .strictObject({
    commands: z.array(CommandSchema),
    commit: z.string().nullable(),
    date: DateTimeWithoutOffset,
    docs_url: z.string(),
    error: z.string(),
    id: z.int(),
    length: z.int().nullable().describe('Seconds; null until known.'),
    project: z.int(),
    project_slug: z.string(),
    state: z.enum(BUILD_STATES_OF_2020),
    success: z.boolean(),
    type: z.enum(['html', 'pdf', 'epub']),
    version: z.int(),
    version_slug: z.string(),
  })
  .meta({ id: 'V2Build' });

/** Makes v2's build; a running one counts as a success until it fails (behaviour.md 17). */
export function buildView(found: PublicBuild): object {
  const { build, commands, logRemoved } = found;
  return {
    commands: commands.map((command) => commandView(command, logRemoved)),
    commit: build.commit,
    date: formatTimestampWithoutOffset(build.created),
    docs_url: docsUrl(found),
    error: build.error,
    id: build.id,
    length: build.duration,
    project: build.projectId,
    project_slug: build.projectSlug,
    state: stateIn2020(build.state),
    success: build.success !== false,
    type: 'html',
    version: build.versionId,
    version_slug: build.versionSlug,
  };
}

/** Gives the URL of the pages; before the first, of a page about the version. */
function docsUrl({ build, version, project }: PublicBuild): string {
  if (!version.built) return `/dashboard/${build.projectSlug}/version/${version.slug}/`;
  const urlOf = version.type === 'external' ? externalDocumentationUrl : documentationUrl;
  return urlOf(project.place, version.slug);
}

type PublicCommand = PublicBuild['commands'][number];

function commandView(command: PublicCommand, logRemoved: Timestamp | null): object {
  const { startTime, endTime } = command;
  return {
    build: command.buildId,
    command: command.command,
    description: command.description,
    end_time: formatTimestampWithoutOffset(endTime ?? startTime),
    exit_code: command.exitCode,
    id: command.id,
    output: logRemoved === null ? outputOf(command) : removedLogNote(logRemoved),
    run_time: Math.max(0, Math.floor(((endTime ?? startTime) - startTime) / 1_000_000)),
    start_time: formatTimestampWithoutOffset(startTime),
  };
}

/** Gives the output, with a note when it was cut (behaviour.md 17). */
function outputOf({ output, isCut }: PublicCommand): string {
  return isCut ? `[Too long: only the last ${output.length} characters are shown.]\n\n${output}` : output;
}

function removedLogNote(at: Timestamp): string {
  return `[This log was removed on ${formatTimestampWithoutOffset(at).slice(0, 10)} to make room.]`;
}

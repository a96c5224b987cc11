import type { Json, JsonObject } from '../../../src-server/model/builds/build.ts';
import { formatDuration } from '../../ui/format.ts';
import type { BuildCommand, BuildDetail } from './build-detail.ts';
import { isFailedCommand } from './steps/build-phases.ts';

const SOURCE_LABELS: Readonly<Record<string, string>> = {
  desk: 'here',
  api: 'through the API',
  webhook: 'by a webhook',
  command: 'at the command line',
};

/** A command that shows the configuration. */
const READS_CONFIG = /^cat (\S*\.?readthedocs\.ya?ml)$/;

/** Who asked for a build: `mira, here`. undefined where nobody knows. */
export function startedByLabel(by: BuildDetail['startedBy']): string | undefined {
  if (by === null) return undefined;
  const source = SOURCE_LABELS[by.door];
  if (by.username === null) return source === undefined ? 'Lectern itself' : `Somebody ${source}`;
  return source === undefined ? by.username : `${by.username}, ${source}`;
}

/** What makes the pages, which is known when the configuration is: what that names, else what the project is of. */
export function builderLabel(build: Pick<BuildDetail, 'config' | 'documentationType' | 'state'>): string {
  const { config, documentationType, state } = build;
  if (Object.keys(config).length === 0) return state === 'finished' ? 'Not known' : 'Not known yet';
  if (isObject(config.build) && Array.isArray(config.build.commands)) return 'Own commands';
  if ('sphinx' in config) return 'Sphinx';
  if ('mkdocs' in config) return 'MkDocs';
  if (documentationType === 'generic') return 'Own commands';
  return documentationType === 'mkdocs' ? 'MkDocs' : 'Sphinx';
}

/** The command that read the configuration out; there is one where a file was found. */
export function configCommand({ commands }: Pick<BuildDetail, 'commands'>): BuildCommand | undefined {
  return commands.find(({ command, exitCode }) => exitCode === 0 && READS_CONFIG.test(command));
}

/** The name of the file that it read. */
export function configFile({ command }: Pick<BuildCommand, 'command'>): string {
  return READS_CONFIG.exec(command)?.[1] ?? '.readthedocs.yaml';
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How long a good build takes, and how far this one is beyond it; all in seconds. */
export function usualDurationText(
  usualDuration: number | null,
  duration: number | null,
  isInProgress: boolean,
): string {
  if (usualDuration === null) return 'Not known yet';
  const over = duration === null ? 0 : Math.round(duration - usualDuration);
  if (over <= 0) return formatDuration(usualDuration);
  return `${formatDuration(usualDuration)}, ${isInProgress ? 'now ' : ''}${formatDuration(over)} over`;
}

/** Why a failed build failed: what it says, else which of its commands did. */
export function failureMessage(build: Pick<BuildDetail, 'error' | 'commands'>): string {
  if (build.error.trim() !== '') return build.error.trim();
  const failed = build.commands.find(isFailedCommand);
  if (!failed) return 'It failed without saying why.';
  return `“${truncate(failed.command)}” ended with exit code ${failed.exitCode}.`;
}

/** What a cancelled build came to, and what is known of why: `By mira.` */
export function cancellationText(build: Pick<BuildDetail, 'error' | 'started' | 'duration' | 'commands'>) {
  const { error, started, duration, commands } = build;
  const why = error
    .trim()
    .replace(/^cancelled\b[:.]?\s*/i, '')
    .replace(/^./, (first) => first.toUpperCase());
  const hasStarted = started !== null || commands.length > 0;
  const when = !hasStarted
    ? ' before it began'
    : duration === null
      ? ''
      : ` after ${formatDuration(duration)}`;
  return { what: `Cancelled${when}. Nothing was published.`, why };
}

function truncate(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

/** What a queued build waits for; `after` is the build of the same version that runs. */
export function queuePositionText(queuedAhead: number | null, blockingBuild: number | null): string {
  if (blockingBuild !== null) return `It waits for build ${blockingBuild} of the same version to end.`;
  if (!queuedAhead) return 'It is the next one. It begins as soon as Lectern is free to build.';
  if (queuedAhead === 1) return 'One build is before it.';
  return `${queuedAhead.toLocaleString('en-GB')} builds are before it.`;
}

/** Seconds with a tenth where they are few: `2.1 s`, `34 s`, `1:17`. */
export function formatShortDuration(seconds: number): string {
  return seconds < 20 ? `${Math.max(0, seconds).toFixed(1)} s` : formatDuration(seconds);
}

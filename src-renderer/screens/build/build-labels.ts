import { isEnded, type Json, type JsonObject } from '../../../src-server/model/builds/build.ts';
import { formatEntryPoint } from '../../features/entry-points.ts';
import { formatCount, formatDuration, truncate } from '../../ui/format.ts';
import type { BuildCommand, BuildDetail } from './build-detail.ts';
import { isFailedCommand } from './steps/build-phases.ts';

/** Matches the command that prints the configuration file. */
const READS_CONFIG = /^cat (\S*\.?readthedocs\.ya?ml)$/;

/** Says who started a build: `mira, in the window`; undefined when that is unknown. */
export function startedByLabel(by: BuildDetail['startedBy']): string | undefined {
  if (by === null) return undefined;
  const how = formatEntryPoint(by.door);
  if (by.username === null) return how === '' ? 'Lectern' : `Someone ${how}`;
  return how === '' ? by.username : `${by.username}, ${how}`;
}

/** Names the tool that makes the pages: the one in the configuration, else the project's documentation type. */
export function builderLabel(
  build: Pick<BuildDetail, 'config' | 'documentationType' | 'state'> & Partial<Pick<BuildDetail, 'script'>>,
): string {
  const { config, documentationType, state, script } = build;
  if (!isEnded(state) && script) return `Script ${script}`;
  if (Object.keys(config).length === 0) return isEnded(state) ? 'Unknown' : 'Not known yet';
  if (isObject(config.build) && Array.isArray(config.build.commands)) return 'Custom commands';
  if ('sphinx' in config) return 'Sphinx';
  if ('mkdocs' in config) return 'MkDocs';
  if (documentationType === 'generic') return 'Custom commands';
  return documentationType === 'mkdocs' ? 'MkDocs' : 'Sphinx';
}

/** Finds the command that printed the configuration file; undefined when no file was found. */
export function configCommand({ commands }: Pick<BuildDetail, 'commands'>): BuildCommand | undefined {
  return commands.find(({ command, exitCode }) => exitCode === 0 && READS_CONFIG.test(command));
}

/** Returns the name of the configuration file that this command printed. */
export function configFile({ command }: Pick<BuildCommand, 'command'>): string {
  return READS_CONFIG.exec(command)?.[1] ?? '.readthedocs.yaml';
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Says how long a passing build usually takes and how far this one is over it. In seconds. */
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

/** Says why a build failed: its own error, else the command that failed. */
export function failureMessage(build: Pick<BuildDetail, 'error' | 'commands'>): string {
  if (build.error.trim() !== '') return build.error.trim();
  const failed = build.commands.find(isFailedCommand);
  if (!failed) return 'The build failed without an error message.';
  return `“${truncate(failed.command, 120)}” ended with exit code ${failed.exitCode}.`;
}

/** Says when a build was cancelled and, where known, why: `By mira.` */
export function cancellationText(build: Pick<BuildDetail, 'error' | 'started' | 'duration' | 'commands'>) {
  const { error, started, duration, commands } = build;
  const why = error
    .trim()
    .replace(/^cancelled\b[:.]?\s*/i, '')
    .replace(/^./, (first) => first.toUpperCase());
  const hasStarted = started !== null || commands.length > 0;
  const when = !hasStarted
    ? ' before it started'
    : duration === null
      ? ''
      : ` after ${formatDuration(duration)}`;
  return { what: `Cancelled${when}. Nothing was published.`, why };
}

/** Says what a queued build waits for; `blockingBuild` is a running build of the same version. */
export function queuePositionText(queuedAhead: number | null, blockingBuild: number | null): string {
  if (blockingBuild !== null) return `Waiting for build ${blockingBuild} of the same version to finish.`;
  if (!queuedAhead) return 'Next in the queue. It starts as soon as Lectern is free to build.';
  if (queuedAhead === 1) return 'One build is ahead of it.';
  return `${formatCount(queuedAhead)} builds are ahead of it.`;
}

/** Says what a build waits for that only a person or a test suite moves on. */
export function continueText({ script, state }: Pick<BuildDetail, 'script' | 'state'>): string {
  if (script !== null)
    return `It is played by the script ${script}, which waits here. “Continue build” moves it on.`;
  const next = state === 'building' ? 'ends it' : 'takes it to its next state';
  return `Test suites control this server, so builds run no code. “Continue build” ${next}.`;
}

/** Formats seconds, with tenths below 20: `2.1 s`, `34 s`, `1:17`. */
export function formatShortDuration(seconds: number): string {
  return seconds < 20 ? `${Math.max(0, seconds).toFixed(1)} s` : formatDuration(seconds);
}

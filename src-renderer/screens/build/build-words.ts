import type { Json, JsonObject } from '../../../src-server/model/builds/build.ts';
import { durationWords } from '../../ui/time-words.ts';
import type { BuildCommand, BuildDetail } from './build-detail.ts';
import { isBad } from './steps/build-phases.ts';

const DOORS: Readonly<Record<string, string>> = {
  desk: 'here',
  api: 'through the API',
  webhook: 'by a webhook',
  command: 'at the command line',
};

/** A command that shows the configuration. */
const READS_CONFIG = /^cat (\S*\.?readthedocs\.ya?ml)$/;

/** Who asked for a build: `mira, here`. undefined where nobody knows. */
export function starterWords(by: BuildDetail['startedBy']): string | undefined {
  if (by === null) return undefined;
  const where = DOORS[by.door];
  if (by.username === null) return where === undefined ? 'Lectern itself' : `Somebody ${where}`;
  return where === undefined ? by.username : `${by.username}, ${where}`;
}

/** What makes the pages, which is known when the configuration is: what that names, else what the project is of. */
export function builderWords(build: Pick<BuildDetail, 'config' | 'documentationType' | 'state'>): string {
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
export function usualWords(usual: number | null, taken: number | null, isUnderWay: boolean): string {
  if (usual === null) return 'Not known yet';
  const over = taken === null ? 0 : Math.round(taken - usual);
  if (over <= 0) return durationWords(usual);
  return `${durationWords(usual)}, ${isUnderWay ? 'now ' : ''}${durationWords(over)} over`;
}

/** Why a failed build failed: what it says, else which of its commands did. */
export function failureWords(build: Pick<BuildDetail, 'error' | 'commands'>): string {
  if (build.error.trim() !== '') return build.error.trim();
  const failed = build.commands.find(isBad);
  if (!failed) return 'It failed without saying why.';
  return `“${shortened(failed.command)}” ended with exit code ${failed.exitCode}.`;
}

/** What a cancelled build came to, and what is known of why: `By mira.` */
export function cancelWords(build: Pick<BuildDetail, 'error' | 'started' | 'duration' | 'commands'>) {
  const { error, started, duration, commands } = build;
  const why = error
    .trim()
    .replace(/^cancelled\b[:.]?\s*/i, '')
    .replace(/^./, (first) => first.toUpperCase());
  const isBegun = started !== null || commands.length > 0;
  const when = !isBegun ? ' before it began' : duration === null ? '' : ` after ${durationWords(duration)}`;
  return { what: `Cancelled${when}. Nothing was published.`, why };
}

function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

/** What a queued build waits for; `after` is the build of the same version that runs. */
export function waitingWords(queuedBefore: number | null, after: number | null): string {
  if (after !== null) return `It waits for build ${after} of the same version to end.`;
  if (!queuedBefore) return 'It is the next one. It begins as soon as Lectern is free to build.';
  if (queuedBefore === 1) return 'One build is before it.';
  return `${queuedBefore.toLocaleString('en-GB')} builds are before it.`;
}

/** Seconds with a tenth where they are few: `2.1 s`, `34 s`, `1:17`. */
export function shortDuration(seconds: number): string {
  return seconds < 20 ? `${Math.max(0, seconds).toFixed(1)} s` : durationWords(seconds);
}

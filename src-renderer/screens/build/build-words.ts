import type { Json, JsonObject } from '../../../src-server/model/build.ts';
import { durationWords } from '../../components/time-words.ts';
import type { BuildDetail } from './build-detail.ts';
import { isBad } from './build-phases.ts';

const DOORS: Readonly<Record<string, string>> = {
  desk: 'here',
  api: 'through the API',
  webhook: 'by a webhook',
  command: 'at the command line',
};

/** Who asked for a build: `mira, here`. undefined where nobody knows. */
export function starterWords(by: BuildDetail['startedBy']): string | undefined {
  if (by === null) return undefined;
  const where = DOORS[by.door];
  if (by.username === null) return where === undefined ? 'Lectern itself' : `Somebody ${where}`;
  return where === undefined ? by.username : `${by.username}, ${where}`;
}

/** What makes the pages: what the configuration names, else what the project is of. */
export function builderWords(build: Pick<BuildDetail, 'config' | 'documentationType'>): string {
  const { config, documentationType } = build;
  if (isObject(config.build) && Array.isArray(config.build.commands)) return 'Own commands';
  if ('sphinx' in config) return 'Sphinx';
  if ('mkdocs' in config) return 'MkDocs';
  if (documentationType === 'generic') return 'Own commands';
  return documentationType === 'mkdocs' ? 'MkDocs' : 'Sphinx';
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

function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

/** What a queued build waits for. */
export function waitingWords(queuedBefore: number | null): string {
  if (!queuedBefore) return 'It is the next one. It begins as soon as Lectern is free to build.';
  if (queuedBefore === 1) return 'One build is before it.';
  return `${queuedBefore.toLocaleString('en-GB')} builds are before it.`;
}

/** Seconds with a tenth where they are few: `2.1 s`, `34 s`, `1:17`. */
export function shortDuration(seconds: number): string {
  return seconds < 20 ? `${Math.max(0, seconds).toFixed(1)} s` : durationWords(seconds);
}

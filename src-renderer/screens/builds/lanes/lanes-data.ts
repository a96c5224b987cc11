import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import type { ChartNumbersRow } from '../../../ui/chart/chart-table.tsx';
import { formatDateTime, formatDuration } from '../../../ui/format.ts';
import { buildPath } from '../use-trigger-build.ts';

/** What ran when, as the desk returns it. */
export type LanesData = inferRouterOutputs<DeskRouter>['builds']['lanes'];
/** A build in its lane. */
export type LaneBuild = LanesData['builds'][number];

const OUTCOMES: Readonly<Record<LaneBuild['outcome'], string>> = {
  ...{ queued: 'Queued', running: 'Running', passed: 'Passed', failed: 'Failed', cancelled: 'Cancelled' },
};

/** Says of a build of a lane what the chart shows, for a line above it. */
export function hintOf(build: LaneBuild, now: number): string {
  const { id, projectName, versionSlug, outcome, from, to } = build;
  const time = formatDuration(((to ?? now) - from) / 1_000_000);
  return `Build ${id} of ${projectName}, ${versionSlug}: ${OUTCOMES[outcome].toLowerCase()}, ${time}, started ${formatDateTime(from)}`;
}

/** Returns the numbers of a build in a lane; `now` in microseconds. */
export function laneRow(build: LaneBuild, now: number): ChartNumbersRow {
  const { id, projectSlug, projectName, versionSlug, outcome, lane, created, from, to } = build;
  return {
    key: id,
    href: buildPath(projectSlug, id),
    cells: [
      ...[String(id), projectName, versionSlug, OUTCOMES[outcome], String(lane + 1), formatDateTime(from)],
      ...[secondsText(from - created), secondsText((to ?? now) - from)],
    ],
  };
}

/** Returns the numbers of a build that waits. */
export function waitingRow(build: LanesData['waiting'][number], now: number): ChartNumbersRow {
  const { id, projectSlug, projectName, versionSlug, created } = build;
  return {
    key: id,
    href: buildPath(projectSlug, id),
    cells: [
      ...[String(id), projectName, versionSlug, OUTCOMES.queued, '', ''],
      ...[secondsText(now - created), ''],
    ],
  };
}

function secondsText(micros: number): string {
  return formatDuration(Math.max(0, micros) / 1_000_000);
}

import type { HistoryTarget } from '../../../src-server/model/journal/history.ts';

const PROJECT_PATHS = {
  project: '',
  versions: '/versions',
  redirects: '/redirects',
  environment: '/environment',
  webhooks: '/settings',
  subprojects: '/subprojects',
  translations: '/translations',
} as const;

const PATHS = {
  people: '/people',
  settings: '/settings',
  sync: '/live',
  trash: '/settings/trash',
  snapshots: '/settings/snapshots',
  projects: '/projects',
} as const;

/** Returns the address of the screen that shows what a change is about. */
export function pathOfTarget(target: HistoryTarget): string {
  if (!('project' in target)) return PATHS[target.kind];
  const project = `/projects/${target.project}`;
  return target.kind === 'build'
    ? `${project}/builds/${target.id}`
    : `${project}${PROJECT_PATHS[target.kind]}`;
}

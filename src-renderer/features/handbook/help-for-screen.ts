import { type HandbookPage, handbookPath } from './handbook-pages.ts';

/** The page about a screen, and its heading where the page is about more. */
type Help = readonly [screen: string, page: HandbookPage, anchor?: string];

/** Which page is about which screen. `:name` stands for any part of an address. */
export const HELP_FOR_SCREENS: readonly Help[] = [
  ['/', 'day'],
  ['/projects', 'day'],
  ['/projects/:slug', 'day', 'see-what-needs-you'],
  ['/projects/:slug/versions', 'versions'],
  ['/projects/:slug/builds', 'builds'],
  ['/projects/:slug/builds/:id', 'builds', 'the-log'],
  ['/projects/:slug/redirects', 'redirects'],
  ['/projects/:slug/environment', 'variables'],
  ['/projects/:slug/subprojects', 'relations', 'subprojects'],
  ['/projects/:slug/translations', 'relations', 'translations'],
  ['/projects/:slug/settings', 'project'],
  ['/dashboard/:slug/version/:version', 'versions'],
  ['/import', 'import'],
  ['/builds', 'builds'],
  ['/previews', 'preview'],
  ['/previews/:id', 'preview', 'while-you-write'],
  ['/requests', 'requests'],
  ['/requests/faults', 'requests', 'let-a-client-fail'],
  ['/search', 'search'],
  ['/people', 'people'],
  ['/people/:username', 'people', 'tokens'],
  ['/live', 'sync'],
  ['/live/connect', 'sync', 'connect-in-five-minutes'],
  ['/live/:name', 'sync', 'changes-and-conflicts'],
  ['/live/:name/projects', 'sync', 'pull'],
  ['/live/:name/outgoing', 'sync', 'push'],
  ['/live/:name/incoming', 'sync', 'pull'],
  ['/live/:name/conflicts', 'sync', 'changes-and-conflicts'],
  ['/live/:name/history', 'sync'],
  ['/settings', 'settings'],
  ['/settings/general', 'settings'],
  ['/settings/data', 'safety', 'backups'],
  ['/settings/snapshots', 'demos', 'snapshots'],
  ['/settings/kits', 'kits'],
  ['/settings/clock', 'demos', 'the-clock'],
  ['/settings/builds', 'settings'],
  ['/settings/trash', 'safety', 'undo-and-the-trash'],
  ['/settings/activity', 'safety', 'undo-and-the-trash'],
  ['/settings/about', 'problems', 'send-a-report'],
];

/** Address of the page about lessons, which stand beside any screen. */
export const LESSONS_HELP = handbookPath('demos', 'lessons');

/** Finds the row about the screen at a path; undefined when there is none. */
export function helpRow(path: string): Help | undefined {
  const parts = partsOf(path);
  return HELP_FOR_SCREENS.find(([screen]) => {
    const pattern = partsOf(screen);
    return (
      pattern.length === parts.length &&
      pattern.every((part, at) => part.startsWith(':') || part === parts[at])
    );
  });
}

/** Returns the address of the handbook's page about the screen at a path. */
export function helpPath(path: string): string {
  const [, page = 'index', anchor] = helpRow(path) ?? [];
  return handbookPath(page, anchor);
}

function partsOf(path: string): string[] {
  return path.split('/').filter(Boolean);
}

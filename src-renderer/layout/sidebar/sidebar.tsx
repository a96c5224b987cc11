import {
  IconArrowsExchange,
  IconBooks,
  IconCloud,
  IconFileSearch,
  IconHammer,
  IconSchool,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { desk } from '../../api/desk.ts';
import { useConnection } from '../../api/live/connection.ts';
import { LESSONS_HELP } from '../../features/handbook/help-for-screen.ts';
import { useLessonPanel } from '../../features/lessons/lesson-panel-state.ts';
import { type RemoteSummary, useRemotes } from '../../features/live-service/remotes.ts';
import { formatCount } from '../../ui/format.ts';
import { WorkspaceMenu } from '../workspaces/workspace-menu.tsx';
import { SavedFilters } from './saved-filters.tsx';
import { ServerState } from './server-state.tsx';
import classes from './sidebar.module.css';

const NAV_ITEMS = [
  {
    href: '/projects',
    label: 'Projects',
    Icon: IconBooks,
    pathPrefixes: ['/projects', '/import', '/previews'],
  },
  { href: '/builds', label: 'Builds', Icon: IconHammer, pathPrefixes: ['/builds'] },
  { href: '/search', label: 'Search docs', Icon: IconFileSearch, pathPrefixes: ['/search'] },
  { href: '/live', label: 'Live service', Icon: IconCloud, pathPrefixes: ['/live'] },
  { href: '/requests', label: 'Requests', Icon: IconArrowsExchange, pathPrefixes: ['/requests'] },
  { href: '/people', label: 'Tokens and people', Icon: IconUsers, pathPrefixes: ['/people'] },
  { href: '/settings', label: 'Settings', Icon: IconSettings, pathPrefixes: ['/settings'] },
] as const;

/** Lists the places of the window, the saved filters, and the server's state. */
export function Sidebar() {
  const [location] = useLocation();
  const { data: counts } = useQuery(desk.system.counts.queryOptions());
  const remotes = useRemotes();
  const isCurrent = useConnection(({ state }) => state === 'connected');
  const badges: Record<string, string | undefined> = {
    '/projects': counts && counts.projects > 0 ? formatCount(counts.projects) : undefined,
    // Without the server, what builds do is unknown.
    '/builds': counts && isCurrent ? buildActivityLabel(counts) : undefined,
    '/live': remotes && liveLabel(remotes),
  };
  return (
    <aside className={classes.sidebar}>
      <WorkspaceMenu />
      <nav aria-label="Places">
        {NAV_ITEMS.map(({ href, label, Icon, pathPrefixes }) => {
          const isActive = pathPrefixes.some(
            (prefix) => location === prefix || location.startsWith(`${prefix}/`),
          );
          return (
            <Link
              key={href}
              href={href}
              className={isActive ? `${classes.navItem} ${classes.current}` : classes.navItem}
              aria-current={isActive ? 'page' : undefined}
              title={label}
            >
              <Icon size={16} stroke={1.75} aria-hidden />
              <span className={classes.label}>{label}</span>
              {badges[href] && <span className={classes.count}>{badges[href]}</span>}
            </Link>
          );
        })}
        <LessonsButton />
      </nav>
      <SavedFilters />
      <ServerState
        running={counts?.running ?? 0}
        queued={counts?.queued ?? 0}
        previews={counts?.previews ?? 0}
      />
    </aside>
  );
}

function LessonsButton() {
  const { isOpen, toggle } = useLessonPanel();
  return (
    <button
      type="button"
      className={`${classes.navItem} ${classes.panelButton}`}
      aria-expanded={isOpen}
      title="Lessons"
      data-help={LESSONS_HELP}
      onClick={toggle}
    >
      <IconSchool size={16} stroke={1.75} aria-hidden />
      <span className={classes.label}>Lessons</span>
    </button>
  );
}

/** Formats how many builds run, or else wait; undefined when none does. */
function buildActivityLabel({
  running,
  queued,
}: {
  readonly running: number;
  readonly queued: number;
}): string | undefined {
  if (running > 0) return `${formatCount(running)} running`;
  return queued > 0 ? `${formatCount(queued)} queued` : undefined;
}

/** Formats what differs from the live services: `↓3 ↑2 !1`; undefined when nothing does. */
function liveLabel(remotes: readonly RemoteSummary[]): string | undefined {
  const sum = (of: (remote: RemoteSummary) => number) =>
    remotes.reduce((total, remote) => total + of(remote), 0);
  const parts = [
    ['↓', sum(({ incoming }) => incoming)],
    ['↑', sum(({ outgoing }) => outgoing)],
    ['!', sum(({ conflicts }) => conflicts)],
  ] as const;
  const shown = parts.filter(([, count]) => count > 0).map(([sign, count]) => sign + formatCount(count));
  return shown.length > 0 ? shown.join(' ') : undefined;
}

import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { desk, problemOf } from '../../api/desk.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Screen, ScreenBody } from '../../ui/feedback/screen.tsx';
import { NotFoundScreen } from '../not-found-screen.tsx';
import { About } from './about.tsx';
import { Activity } from './activity.tsx';
import { BuildSettings } from './build-settings.tsx';
import { DataSettings } from './data-settings.tsx';
import { GeneralSettings } from './general-settings.tsx';
import type { SettingsState } from './setting.tsx';
import classes from './settings.module.css';
import { Trash } from './trash.tsx';

const TABS = [
  { tab: 'general', label: 'General' },
  { tab: 'data', label: 'Data and backups' },
  { tab: 'builds', label: 'Builds' },
  { tab: 'trash', label: 'Trash' },
  { tab: 'activity', label: 'Activity' },
  { tab: 'about', label: 'About' },
] as const;
type Tab = (typeof TABS)[number]['tab'];

/** Shows the settings of this installation. */
export function SettingsScreen({ tab = 'general' }: { readonly tab?: string | undefined }) {
  const { data: state, error } = useQuery(desk.settings.all.queryOptions());
  const currentTab = TABS.find((each) => each.tab === tab);
  if (!currentTab) return <NotFoundScreen />;
  const settings = { label: 'Settings', href: '/settings' };
  return (
    <Screen
      title="Settings"
      breadcrumbs={currentTab.tab === 'general' ? [settings] : [settings, { label: currentTab.label }]}
      tabs={<SettingsTabs here={currentTab.tab} />}
    >
      {error && !state ? (
        <EmptyState title="Settings not available">
          {problemOf(error).name === 'Forbidden'
            ? 'To see the settings, stop acting as another person.'
            : problemOf(error).message}
        </EmptyState>
      ) : (
        <ScreenBody narrow={currentTab.tab !== 'activity' && currentTab.tab !== 'trash'}>
          {state && <SettingsBody tab={currentTab.tab} state={state} />}
        </ScreenBody>
      )}
    </Screen>
  );
}

function SettingsBody({ tab, state }: { readonly tab: Tab; readonly state: SettingsState }) {
  switch (tab) {
    case 'general':
      return <GeneralSettings state={state} />;
    case 'data':
      return <DataSettings state={state} />;
    case 'builds':
      return <BuildSettings state={state} />;
    case 'trash':
      return <Trash />;
    case 'activity':
      return <Activity />;
    case 'about':
      return <About state={state} />;
  }
}

function SettingsTabs({ here: currentTab }: { readonly here: Tab }) {
  return (
    <nav className={classes.tabs} aria-label="Settings sections">
      {TABS.map(({ tab, label }) => (
        <Link
          key={tab}
          href={tab === 'general' ? '/settings' : `/settings/${tab}`}
          className={tab === currentTab ? `${classes.tab} ${classes.current}` : classes.tab}
          aria-current={tab === currentTab ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

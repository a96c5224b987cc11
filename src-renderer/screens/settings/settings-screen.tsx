import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { desk, problemOf } from '../../api/desk.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Screen, ScreenBody } from '../../ui/feedback/screen.tsx';
import { SectionedBody } from '../../ui/sections/sectioned-body.tsx';
import { type TabLink, TabLinks } from '../../ui/tab-links.tsx';
import { Clock } from '../clock/clock.tsx';
import { Kits } from '../kits/kits.tsx';
import { NotFoundScreen } from '../not-found-screen.tsx';
import { Snapshots } from '../snapshots/snapshots.tsx';
import { About } from './about.tsx';
import { Activity } from './activity.tsx';
import { BuildSettings } from './builds/build-settings.tsx';
import { DataSettings } from './data-settings.tsx';
import type { SettingsState } from './fields/setting.tsx';
import { GeneralSettings } from './general-settings.tsx';
import { Trash } from './trash.tsx';

const TABS = [
  { key: 'general', label: 'General', href: '/settings' },
  { key: 'data', label: 'Data and backups', href: '/settings/data' },
  { key: 'snapshots', label: 'Snapshots', href: '/settings/snapshots' },
  { key: 'kits', label: 'Kits', href: '/settings/kits' },
  { key: 'clock', label: 'Clock', href: '/settings/clock' },
  { key: 'builds', label: 'Builds', href: '/settings/builds' },
  { key: 'trash', label: 'Trash', href: '/settings/trash' },
  { key: 'activity', label: 'Activity', href: '/settings/activity' },
  { key: 'about', label: 'About', href: '/settings/about' },
] as const satisfies readonly TabLink[];
type Tab = (typeof TABS)[number]['key'];

type BodyProps = { readonly children: ReactNode };
const NarrowBody = (props: BodyProps) => <ScreenBody narrow {...props} />;
/** Groups of settings in columns, with a rail that names them. */
const GroupsBody = (props: BodyProps) => <SectionedBody flows {...props} />;
/** What frames the tabs that are wider than a form. */
const BODIES: Readonly<Partial<Record<Tab, ComponentType<BodyProps>>>> = {
  ...{ general: GroupsBody, builds: GroupsBody, data: GroupsBody, clock: GroupsBody, about: GroupsBody },
  ...{ snapshots: ScreenBody, kits: ScreenBody, trash: ScreenBody, activity: ScreenBody },
};

/** Shows the settings of this installation. */
export function SettingsScreen({ tab = 'general' }: { readonly tab?: string | undefined }) {
  const { data: state, error } = useQuery(desk.settings.all.queryOptions());
  const currentTab = TABS.find(({ key }) => key === tab);
  if (!currentTab) return <NotFoundScreen />;
  const Body = BODIES[currentTab.key] ?? NarrowBody;
  const settings = { label: 'Settings', href: '/settings' };
  return (
    <Screen
      title="Settings"
      breadcrumbs={currentTab.key === 'general' ? [settings] : [settings, { label: currentTab.label }]}
      tabs={<TabLinks label="Settings sections" tabs={TABS} active={currentTab.key} />}
    >
      {error && !state ? (
        <EmptyState title="Settings not available">
          {problemOf(error).name === 'Forbidden'
            ? 'To see the settings, stop acting as another person.'
            : problemOf(error).message}
        </EmptyState>
      ) : (
        <Body>{state && <SettingsBody tab={currentTab.key} state={state} />}</Body>
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
    case 'snapshots':
      return <Snapshots />;
    case 'kits':
      return <Kits />;
    case 'clock':
      return <Clock />;
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

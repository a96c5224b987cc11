import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { DEFAULT_PORT } from '../../../src-server/model/settings/settings.ts';
import { BrowserNotices } from './browser-notices.tsx';
import { ControlSettings } from './control-settings.tsx';
import { DialectSetting } from './fields/dialect-setting.tsx';
import { NumberSetting } from './fields/number-setting.tsx';
import { Setting, SettingGroup, type SettingsState } from './fields/setting.tsx';
import { ToggleSetting } from './fields/toggle-setting.tsx';
import { PresenterSettings } from './presenter-settings.tsx';
import { BrowserLink } from './sessions/browser-link.tsx';
import { BrowserSessions } from './sessions/browser-sessions.tsx';
import { DocsSessions } from './sessions/docs-sessions.tsx';

/** Settings of appearance, server, request log and notifications. */
export function GeneralSettings({ state }: { readonly state: SettingsState }) {
  const isApp = window.lectern !== undefined;
  const appHint = isApp ? undefined : 'Only in the desktop application.';
  return (
    <>
      <SettingGroup title="Appearance">
        <Appearance />
      </SettingGroup>
      <PresenterSettings />
      <SettingGroup title="Server">
        <PortSetting state={state} />
        <DialectSetting state={state} />
        <ToggleSetting settingKey="closeKeepsServer" state={state} hint={appHint} />
      </SettingGroup>
      <ControlSettings />
      <SettingGroup title="Requests">
        <ToggleSetting settingKey="logRequests" state={state} />
        <NumberSetting settingKey="keepRequests" state={state} />
        <NumberSetting settingKey="keepRequestsMegabytes" state={state} />
      </SettingGroup>
      <SettingGroup title="Live service">
        <NumberSetting settingKey="syncRequestsPerMinute" state={state} />
        <NumberSetting settingKey="syncBuilds" state={state} />
      </SettingGroup>
      <SettingGroup title="Documentation">
        <ToggleSetting settingKey="pageMenus" state={state} />
      </SettingGroup>
      <SettingGroup title="Private documentation">
        <DocsSessions state={state} />
      </SettingGroup>
      <SettingGroup title="Notifications">
        {isApp ? <ToggleSetting settingKey="notifyBuilds" state={state} /> : <BrowserNotices />}
      </SettingGroup>
      {!isApp && (
        <SettingGroup title="Browsers">
          <BrowserLink />
          <BrowserSessions />
        </SettingGroup>
      )}
    </>
  );
}

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Setting label="Colours" hint="System follows the setting of this computer.">
      <SegmentedControl
        aria-label="Colours"
        value={colorScheme}
        onChange={(value) => setColorScheme(value === 'light' || value === 'dark' ? value : 'auto')}
        data={[
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
          { value: 'auto', label: 'System' },
        ]}
      />
    </Setting>
  );
}

function PortSetting({ state }: { readonly state: SettingsState }) {
  const savedPort = state.settings.port;
  const currentPort = state.url === null ? null : Number(new URL(state.url).port);
  const isRestartPending = currentPort !== null && (savedPort ?? DEFAULT_PORT) !== currentPort;
  return (
    <NumberSetting
      settingKey="port"
      state={state}
      hint={
        <>
          {currentPort === null ? 'The server is not running.' : `Listening on port ${currentPort}.`}{' '}
          {isRestartPending
            ? `After a restart, Lectern will use ${portLabel(savedPort)}.`
            : 'A change takes effect after a restart. 0 picks a free port.'}
        </>
      }
      message={(port) => `Lectern will use ${portLabel(port)} after a restart`}
    />
  );
}

function portLabel(port: number | null): string {
  if (port === 0) return 'a free port';
  return `port ${port ?? DEFAULT_PORT}`;
}

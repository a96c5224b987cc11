import { SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { DEFAULT_PORT, settingText } from '../../../src-server/model/settings/settings.ts';
import { desk } from '../../api/desk.ts';
import { notifyError, notifyUndoable } from '../../ui/feedback/notify.tsx';
import { lowerFirst } from '../../ui/format.ts';
import { BrowserLink } from './browser-link.tsx';
import { BrowserSessions } from './browser-sessions.tsx';
import { NumberSetting } from './number-setting.tsx';
import { Setting, SettingGroup, type SettingsState } from './setting.tsx';

/** Settings of appearance, server and notifications. */
export function GeneralSettings({ state }: { readonly state: SettingsState }) {
  const isApp = window.lectern !== undefined;
  return (
    <>
      <SettingGroup title="Appearance">
        <Appearance />
      </SettingGroup>
      <SettingGroup title="Server">
        <PortSetting state={state} />
        <Toggle settingKey="closeKeepsServer" state={state} />
      </SettingGroup>
      <SettingGroup title="Notifications">
        <Toggle settingKey="notifyBuilds" state={state} />
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

type ToggleProps = {
  readonly settingKey: 'closeKeepsServer' | 'notifyBuilds';
  readonly state: SettingsState;
};

/** A switch that changes its setting at once, and rolls back with the reason when that is refused. */
function Toggle({ settingKey, state }: ToggleProps) {
  const { label, hint } = settingText(settingKey);
  const set = useMutation(desk.settings.set.mutationOptions());
  const requested = set.isPending ? set.variables?.[settingKey] : undefined;
  const isOn = typeof requested === 'boolean' ? requested : state.settings[settingKey];
  return (
    <Setting label={label} hint={window.lectern === undefined ? 'Only in the desktop application.' : hint}>
      <Switch
        aria-label={label}
        checked={isOn}
        onChange={(event) => {
          const checked = event.currentTarget.checked;
          const message = `Turned ${checked ? 'on' : 'off'}: ${lowerFirst(label)}`;
          set.mutate(
            { [settingKey]: checked },
            { onSuccess: (changed) => notifyUndoable(message, changed), onError: notifyError },
          );
        }}
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

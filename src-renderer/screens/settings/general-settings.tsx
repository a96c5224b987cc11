import { Button, SegmentedControl, Switch, TextInput, useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  DEFAULT_PORT,
  NOT_A_PORT,
  SettingsPatch,
  settingText,
} from '../../../src-server/model/settings/settings.ts';
import { desk, fieldErrors, problemOf } from '../../api/desk.ts';
import { notifyError, notifyUndoable } from '../../ui/feedback/notify.tsx';
import { BrowserLink } from './browser-link.tsx';
import { Setting, SettingGroup, type SettingsState } from './setting.tsx';
import classes from './settings.module.css';

/** Settings of appearance, server and notifications. */
export function GeneralSettings({ state }: { readonly state: SettingsState }) {
  const isApp = window.lectern !== undefined;
  return (
    <>
      <SettingGroup title="Appearance">
        <Appearance />
      </SettingGroup>
      <SettingGroup title="Server">
        <PortSetting key={state.settings.port} state={state} />
        <Toggle settingKey="closeKeepsServer" state={state} />
      </SettingGroup>
      <SettingGroup title="Notifications">
        <Toggle settingKey="notifyBuilds" state={state} />
      </SettingGroup>
      {!isApp && (
        <SettingGroup title="Browsers">
          <BrowserLink />
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
          const message = `Turned ${checked ? 'on' : 'off'}: ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
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
  const set = useMutation(desk.settings.set.mutationOptions());
  const savedPort = state.settings.port;
  const [text, setText] = useState(savedPort === null ? '' : String(savedPort));
  const [problem, setProblem] = useState<string>();
  const currentPort = state.url === null ? null : Number(new URL(state.url).port);
  const newPort = text.trim() === '' ? null : Number(text);
  const isChanged = newPort !== savedPort;

  function save(event: FormEvent): void {
    event.preventDefault();
    const checked = SettingsPatch.safeParse({ port: newPort });
    if (!checked.success || !/^\d*$/.test(text.trim())) {
      setProblem(NOT_A_PORT);
      return;
    }
    set.mutate(
      { port: newPort },
      {
        onSuccess: (changed) =>
          notifyUndoable(`Lectern will use ${portLabel(newPort)} after a restart`, changed),
        onError: (error) => setProblem(fieldErrors(error).port ?? problemOf(error).message),
      },
    );
  }

  const nextPort = savedPort ?? DEFAULT_PORT;
  const isRestartPending = currentPort !== null && nextPort !== currentPort;
  return (
    <Setting
      label="Port"
      hint={
        <>
          {currentPort === null ? 'The server is not running.' : `Listening on port ${currentPort}.`}{' '}
          {isRestartPending
            ? `After a restart, Lectern will use ${portLabel(savedPort)}.`
            : 'A change takes effect after a restart. 0 picks a free port.'}
        </>
      }
    >
      <form className={classes.inlineForm} onSubmit={save} noValidate>
        <TextInput
          aria-label="Port"
          w={104}
          inputMode="numeric"
          placeholder={String(DEFAULT_PORT)}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(undefined);
          }}
          error={problem}
          autoComplete="off"
        />
        <Button type="submit" variant="default" aria-disabled={!isChanged} loading={set.isPending}>
          Save
        </Button>
      </form>
    </Setting>
  );
}

function portLabel(port: number | null): string {
  if (port === 0) return 'a free port';
  return `port ${port ?? DEFAULT_PORT}`;
}

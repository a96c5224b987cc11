import { Button, SegmentedControl, Switch, TextInput, useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { DEFAULT_PORT, NOT_A_PORT, SettingsPatch } from '../../../src-server/model/settings/settings.ts';
import { desk, fieldErrors, problemOf } from '../../api/desk.ts';
import { tellDone, tellProblem } from '../../ui/feedback/tell.tsx';
import { BrowserLink } from './browser-link.tsx';
import { Group, Setting } from './setting.tsx';
import classes from './settings.module.css';
import type { SettingsState } from './settings-state.ts';

/** Looks, the server's address, and what the application does by itself. */
export function GeneralSettings({ state }: { readonly state: SettingsState }) {
  const isApp = window.lectern !== undefined;
  return (
    <>
      <Group title="Appearance">
        <Appearance />
      </Group>
      <Group title="Server">
        <PortSetting key={state.settings.port} state={state} />
        <Toggle
          of="closeKeepsServer"
          label="Closing the window leaves the server on"
          hint={isApp ? 'Clients are answered until you quit.' : 'Matters in the desktop application.'}
          state={state}
        />
      </Group>
      <Group title="Notifications">
        <Toggle
          of="notifyBuilds"
          label="Say it when a build ends"
          hint={isApp ? 'As a notification of this desktop.' : 'Matters in the desktop application.'}
          state={state}
        />
      </Group>
      {!isApp && (
        <Group title="Browsers">
          <BrowserLink />
        </Group>
      )}
    </>
  );
}

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Setting label="Colours" hint="System follows this computer.">
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
  readonly of: 'closeKeepsServer' | 'notifyBuilds';
  readonly label: string;
  readonly hint: string;
  readonly state: SettingsState;
};

/** Changes at once, and goes back with the reason when that is refused. */
function Toggle({ of, label, hint, state }: ToggleProps) {
  const set = useMutation(desk.settings.set.mutationOptions());
  const wanted = set.isPending ? set.variables?.[of] : undefined;
  const isOn = typeof wanted === 'boolean' ? wanted : state.settings[of];
  return (
    <Setting label={label} hint={hint}>
      <Switch
        aria-label={label}
        checked={isOn}
        onChange={(event) => {
          const next = event.currentTarget.checked;
          const said = `Turned ${next ? 'on' : 'off'}: ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
          set.mutate({ [of]: next }, { onSuccess: () => void tellDone(said), onError: tellProblem });
        }}
      />
    </Setting>
  );
}

function PortSetting({ state }: { readonly state: SettingsState }) {
  const set = useMutation(desk.settings.set.mutationOptions());
  const chosen = state.settings.port;
  const [text, setText] = useState(chosen === null ? '' : String(chosen));
  const [problem, setProblem] = useState<string>();
  const now = state.url === null ? null : Number(new URL(state.url).port);
  const wanted = text.trim() === '' ? null : Number(text);
  const isChanged = wanted !== chosen;

  function save(event: FormEvent): void {
    event.preventDefault();
    const checked = SettingsPatch.safeParse({ port: wanted });
    if (!checked.success || !/^\d*$/.test(text.trim())) {
      setProblem(NOT_A_PORT);
      return;
    }
    set.mutate(
      { port: wanted },
      {
        onSuccess: () => void tellDone(`The next start uses port ${wordsOf(wanted)}`),
        onError: (error) => setProblem(fieldErrors(error).port ?? problemOf(error).message),
      },
    );
  }

  const next = chosen ?? DEFAULT_PORT;
  const isWaiting = now !== null && next !== now;
  return (
    <Setting
      label="Port"
      hint={
        <>
          {now === null ? 'Not answering now.' : `Answers on ${now} now.`} A change applies at the next start
          {isWaiting ? `, which uses ${wordsOf(chosen)} unless it is told another.` : '. 0 takes a free one.'}
        </>
      }
    >
      <form className={classes.inline} onSubmit={save} noValidate>
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

function wordsOf(port: number | null): string {
  if (port === 0) return 'that is free';
  return String(port ?? DEFAULT_PORT);
}

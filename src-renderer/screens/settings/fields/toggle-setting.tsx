import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { settingText } from '../../../../src-server/model/settings/settings.ts';
import { desk } from '../../../api/desk.ts';
import { notifyError, notifyUndoable } from '../../../ui/feedback/notify.tsx';
import { lowerFirst } from '../../../ui/format.ts';
import { Setting, type SettingsState } from './setting.tsx';

type Props = {
  readonly settingKey:
    | 'closeKeepsServer'
    | 'notifyBuilds'
    | 'acceptInstalledCopies'
    | 'askBeforePrivateDocs'
    | 'logRequests'
    | 'pageMenus';
  readonly state: SettingsState;
  /** Replaces the setting's own hint. */
  readonly hint?: string | undefined;
  /** What the switch shows where nobody has chosen. */
  readonly fallback?: boolean;
};

/** Shows a switch that changes its setting at once, and rolls it back with the reason when that is refused. */
export function ToggleSetting({ settingKey, state, hint, fallback = false }: Props) {
  const { label, hint: ownHint } = settingText(settingKey);
  const set = useMutation(desk.settings.set.mutationOptions());
  const requested = set.isPending ? set.variables?.[settingKey] : undefined;
  const isOn = typeof requested === 'boolean' ? requested : (state.settings[settingKey] ?? fallback);
  return (
    <Setting label={label} hint={hint ?? ownHint}>
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

import { SegmentedControl } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { DIALECTS, type Dialect } from '../../../../src-server/model/base/dialect.ts';
import { settingText } from '../../../../src-server/model/settings/settings.ts';
import { desk } from '../../../api/desk.ts';
import { notifyError, notifyUndoable } from '../../../ui/feedback/notify.tsx';
import { Setting, type SettingsState } from './setting.tsx';

const LABELS: Readonly<Record<Dialect, string>> = { '2020': '2020', current: 'Current' };

/** Chooses the dialect of the API; it applies to the next request. */
export function DialectSetting({ state }: { readonly state: SettingsState }) {
  const { label, hint } = settingText('dialect');
  const set = useMutation(desk.settings.set.mutationOptions());
  const requested = DIALECTS.find((each) => set.isPending && each === set.variables?.dialect);
  return (
    <Setting label={label} hint={hint}>
      <SegmentedControl
        aria-label={label}
        value={requested ?? state.settings.dialect}
        onChange={(value) => {
          const dialect = DIALECTS.find((each) => each === value);
          if (!dialect) return;
          const message = `The API answers in the dialect ${LABELS[dialect]}`;
          set.mutate(
            { dialect },
            { onSuccess: (changed) => notifyUndoable(message, changed), onError: notifyError },
          );
        }}
        data={DIALECTS.map((value) => ({ value, label: LABELS[value] }))}
      />
    </Setting>
  );
}

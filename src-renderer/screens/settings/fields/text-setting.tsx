import { settingText } from '../../../../src-server/model/settings/settings.ts';
import { lowerFirst } from '../../../ui/format.ts';
import { SavedField } from './saved-field.tsx';
import type { SettingsState } from './setting.tsx';

type Props = {
  readonly settingKey: 'editor';
  /** An example, shown in the empty field. */
  readonly example: string;
  readonly state: SettingsState;
};

/** Edits a setting that is text. */
export function TextSetting({ settingKey, example, state }: Props) {
  const { label, hint } = settingText(settingKey);
  return (
    <SavedField
      {...{ settingKey, label, hint }}
      savedText={state.settings[settingKey]}
      parse={(text) => text.trim()}
      message={() => `Saved: ${lowerFirst(label)}`}
      w={260}
      placeholder={example}
    />
  );
}

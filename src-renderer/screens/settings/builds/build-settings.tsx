import { NumberSetting } from '../fields/number-setting.tsx';
import { SettingGroup, type SettingsState } from '../fields/setting.tsx';
import { TextSetting } from '../fields/text-setting.tsx';
import { ToggleSetting } from '../fields/toggle-setting.tsx';
import { BuildPrograms } from './build-programs.tsx';

/** Shows how builds run, what they may use, what is kept of them, and the programs that they need. */
export function BuildSettings({ state }: { readonly state: SettingsState }) {
  return (
    <>
      <SettingGroup title="Builds">
        <NumberSetting settingKey="buildsAtOnce" defaultValue={state.defaultBuildsAtOnce} state={state} />
        <NumberSetting settingKey="buildMinutes" state={state} />
        <NumberSetting settingKey="buildMemoryMegabytes" state={state} />
        <NumberSetting settingKey="outputMegabytes" state={state} />
        <NumberSetting settingKey="scriptSpeed" state={state} />
        <ToggleSetting settingKey="acceptInstalledCopies" state={state} />
        <TextSetting settingKey="editor" example="code -g FILE:LINE" state={state} />
      </SettingGroup>
      <SettingGroup title="Logs">
        <NumberSetting settingKey="keepLogsDays" state={state} />
        <NumberSetting settingKey="keepLogsMegabytes" state={state} />
      </SettingGroup>
      <SettingGroup title="History">
        <NumberSetting settingKey="keepJournalDays" state={state} />
        <NumberSetting settingKey="keepJournalMegabytes" state={state} />
      </SettingGroup>
      <SettingGroup title="Pages">
        <NumberSetting settingKey="keepPagesDays" state={state} />
        <NumberSetting settingKey="keepPagesMegabytes" state={state} />
      </SettingGroup>
      <SettingGroup title="Kept for later builds">
        <NumberSetting settingKey="keepCacheMegabytes" state={state} />
        <NumberSetting settingKey="keepEnvironmentDays" state={state} />
        <NumberSetting settingKey="keepBuildStateMegabytes" state={state} />
      </SettingGroup>
      <BuildPrograms />
    </>
  );
}

import { BuildPrograms } from './build-programs.tsx';
import { NumberSetting } from './number-setting.tsx';
import { SettingGroup } from './setting.tsx';
import type { SettingsState } from './settings-state.ts';

/** How builds run, what they may use, what is kept of them, and the programs that they need. */
export function BuildSettings({ state }: { readonly state: SettingsState }) {
  const { defaultBuildsAtOnce } = state;
  return (
    <>
      <SettingGroup title="Builds">
        <NumberSetting
          settingKey="buildsAtOnce"
          label="At once"
          hint={`Empty: one less than this computer has cores, which is ${defaultBuildsAtOnce}. One of a version at a time.`}
          empty={String(defaultBuildsAtOnce)}
          state={state}
        />
        <NumberSetting
          settingKey="buildMinutes"
          label="Time limit"
          hint="A build that takes longer is ended as failed."
          unit="min"
          state={state}
        />
        <NumberSetting
          settingKey="outputMegabytes"
          label="Output of a command"
          hint="What a command writes beyond that is left out of the log."
          unit="MB"
          state={state}
        />
      </SettingGroup>
      <SettingGroup title="Logs">
        <NumberSetting
          settingKey="keepLogsDays"
          label="Keep them for"
          hint="Older logs go; the builds stay in the list. Empty: for ever."
          unit="days"
          empty="for ever"
          state={state}
        />
        <NumberSetting
          settingKey="keepLogsMegabytes"
          label="Keep at most"
          hint="The oldest logs go first. Empty: all."
          unit="MB"
          empty="all"
          state={state}
        />
      </SettingGroup>
      <SettingGroup title="Pages">
        <NumberSetting
          settingKey="keepPagesDays"
          label="Keep unserved pages for"
          hint="So that undo can bring back what was switched off or removed."
          unit="days"
          state={state}
        />
        <NumberSetting
          settingKey="keepPagesMegabytes"
          label="Room for pages"
          hint="Beyond that unserved pages go, the oldest first. What is served stays. Empty: any."
          unit="MB"
          empty="any"
          state={state}
        />
        <NumberSetting
          settingKey="keepCacheMegabytes"
          label="Room for packages"
          hint="Beyond that the packages go that builds have fetched. Empty: any."
          unit="MB"
          empty="any"
          state={state}
        />
      </SettingGroup>
      <BuildPrograms />
    </>
  );
}

import { SegmentedControl, Switch } from '@mantine/core';
import {
  PRESENTER_ZOOMS,
  type PresenterZoom,
  usePresenterMode,
} from '../../features/presenter/presenter-mode.ts';
import { Setting, SettingGroup } from './fields/setting.tsx';

const CHOICES = PRESENTER_ZOOMS.map((value) => ({ value, label: `${value} %` }));

/** Settings of presenter mode, which this browser keeps. */
export function PresenterSettings() {
  const { isOn, zoom, setOn, setZoom } = usePresenterMode();
  return (
    <SettingGroup title="Presenting">
      <Setting
        label="Presenter mode"
        hint="Enlarges this window, hides secrets, and shows the API call behind each click."
      >
        <Switch
          aria-label="Presenter mode"
          checked={isOn}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
      </Setting>
      <Setting label="Size while presenting">
        <SegmentedControl
          aria-label="Size while presenting"
          value={zoom}
          onChange={(value) => setZoom(value as PresenterZoom)}
          data={CHOICES}
        />
      </Setting>
    </SettingGroup>
  );
}

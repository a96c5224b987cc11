import { Switch } from '@mantine/core';
import { useState } from 'react';
import { mayNotify } from '../../features/build-notices/use-build-notices.ts';
import { usePreferences } from '../../features/preferences.ts';
import { Setting } from './fields/setting.tsx';

const LABEL = 'Notify me in this browser when a build finishes';
const HINT =
  'While another tab or window is in front. The tab’s title counts what you have not seen in any case.';
const REFUSED =
  'This browser does not allow notifications of Lectern. Allow them in its settings for this page, then turn this on again.';
const MISSING =
  'This browser has no notifications here. Open Lectern on its own computer, or by an address with https.';

/** Switches the notifications of this browser on, for which it is asked only then. */
export function BrowserNotices() {
  const { notifiesInBrowser, setNotifiesInBrowser } = usePreferences();
  const [isRefused, setIsRefused] = useState(false);
  const isPossible = 'Notification' in window;
  const isOn = notifiesInBrowser && mayNotify();
  const change = async (wanted: boolean) => {
    const isAllowed = wanted && (await Notification.requestPermission()) === 'granted';
    setIsRefused(wanted && !isAllowed);
    setNotifiesInBrowser(isAllowed);
  };
  const isExplained = isRefused || (notifiesInBrowser && !isOn);
  return (
    <Setting
      label={LABEL}
      hint={<span role="status">{isPossible ? (isExplained ? REFUSED : HINT) : MISSING}</span>}
    >
      <Switch
        aria-label={LABEL}
        checked={isOn}
        disabled={!isPossible}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
    </Setting>
  );
}

import { Text } from '@mantine/core';
import { Setting, SettingGroup, type SettingsState } from './fields/setting.tsx';
import { Licences } from './licences.tsx';

/** Shows the version, components and licences. */
export function About({ state: { version, software } }: { readonly state: SettingsState }) {
  return (
    <>
      <SettingGroup title="Lectern">
        <Setting label="Version">
          <span className="mono">{version}</span>
        </Setting>
        <Setting label="Runs on">
          <span>
            Node {software.node}, SQLite {software.sqlite}, {software.platform}
          </span>
        </Setting>
        <Setting label="Licence" hint="The full text is in the LICENSE file next to the program.">
          <span>MIT</span>
        </Setting>
      </SettingGroup>
      <SettingGroup title="Built with">
        <Text component="p" c="var(--text-2)" px="lg" py="md">
          SQLite (public domain); Node.js, React, Mantine, TanStack, tRPC, Express, Zod, better-sqlite3,
          zustand and Tabler Icons (MIT); wouter (Unlicense); Electron and Chromium in the desktop application
          (MIT, BSD). Source Serif 4, IBM Plex Sans and Source Code Pro are under the SIL Open Font License.
        </Text>
        <Setting label="Licences of all parts">
          <Licences />
        </Setting>
      </SettingGroup>
    </>
  );
}

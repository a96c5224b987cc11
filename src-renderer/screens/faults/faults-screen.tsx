import { Button, Menu } from '@mantine/core';
import { IconPlayerPause, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { desk, problemOf } from '../../api/desk.ts';
import { useConnection } from '../../api/live/connection.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Screen, ScreenBody } from '../../ui/feedback/screen.tsx';
import { pluralize } from '../../ui/format.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { RequestsTabs } from '../requests/requests-tabs.tsx';
import { FaultForm } from './fault-form.tsx';
import { FaultPresets, presetChoices } from './fault-presets.tsx';
import { FaultTable } from './fault-table.tsx';
import type { FaultView } from './fault-view.ts';
import { confirmClear, type FaultActions, useFaultActions } from './use-fault-actions.ts';

const ICON = { size: 16, stroke: 1.75 } as const;
/** How often the counts are asked for, in milliseconds. */
const COUNT_INTERVAL_MS = 1000;

/** Shows the rules by which requests are answered wrongly on purpose. */
export function FaultsScreen() {
  const isConnected = useConnection(({ state }) => state === 'connected');
  const { data: faults, error } = useQuery({
    ...desk.faults.list.queryOptions(),
    // Counts are no changes of data, which the stream would tell of.
    refetchInterval: ({ state }) =>
      isConnected && state.data?.some(({ isOn }) => isOn) ? COUNT_INTERVAL_MS : false,
  });
  const [edited, setEdited] = useState<{ readonly fault: FaultView | null; readonly turnsOn?: boolean }>();
  const actions = useFaultActions();
  const on = faults?.filter(({ isOn }) => isOn).length ?? 0;
  return (
    <Screen
      title="Requests"
      breadcrumbs={[{ label: 'Requests', href: '/requests' }, { label: 'Faults' }]}
      tabs={<RequestsTabs active="faults" />}
      actions={
        faults && (
          <>
            {faults.length > 0 && <MoreMenu count={faults.length} on={on} actions={actions} />}
            <Button
              leftSection={<IconPlus {...ICON} aria-hidden />}
              onClick={() => setEdited({ fault: null })}
            >
              Add fault…
            </Button>
          </>
        )
      }
      footer={
        faults && (
          <span role="status">
            {faults.length === 0
              ? 'No faults'
              : `${pluralize(faults.length, 'fault')}, ${on === 0 ? 'none' : on} on`}
          </span>
        )
      }
    >
      <ScreenBody>
        {!faults && error && (
          <EmptyState title="Faults cannot be shown">{problemOf(error).message}</EmptyState>
        )}
        {faults?.length === 0 && (
          <EmptyState title="No faults yet" choices={presetChoices(actions.addPreset)}>
            A fault answers requests wrongly on purpose: with an error, late, or not at all. Use one to show
            or test how a client copes. This window and control are never affected.
          </EmptyState>
        )}
        {faults && faults.length > 0 && (
          <>
            <FaultTable
              faults={faults}
              actions={actions}
              edit={(fault) => setEdited({ fault })}
              restart={(fault) => setEdited({ fault, turnsOn: true })}
            />
            <FaultPresets add={actions.addPreset} />
          </>
        )}
      </ScreenBody>
      {edited !== undefined && <FaultForm {...edited} close={() => setEdited(undefined)} />}
    </Screen>
  );
}

type MoreMenuProps = { readonly count: number; readonly on: number; readonly actions: FaultActions };

function MoreMenu({ count, on, actions }: MoreMenuProps) {
  return (
    <MenuButton label="More for faults">
      <Menu.Item leftSection={<IconPlayerPause {...ICON} />} disabled={on === 0} onClick={actions.turnOff}>
        Turn all off
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={() => confirmClear(count)}>
        Remove all…
      </Menu.Item>
    </MenuButton>
  );
}

import { useMutation } from '@tanstack/react-query';
import { FAULT_PRESETS, type FaultPreset } from '../../../src-server/model/faults/fault-presets.ts';
import { desk, deskClient } from '../../api/desk.ts';
import { confirm } from '../../ui/dialog/confirm-dialog.tsx';
import { notify, notifyError } from '../../ui/feedback/notify.tsx';
import { pluralize } from '../../ui/format.ts';

/** Returns what can be done with fault rules at once. */
export function useFaultActions() {
  const add = useMutation(desk.faults.addPreset.mutationOptions());
  const set = useMutation(desk.faults.set.mutationOptions());
  const turnOff = useMutation(desk.faults.turnOff.mutationOptions());
  return {
    addPreset: (preset: FaultPreset) =>
      add.mutate(
        { preset },
        { onSuccess: () => notify(`Added ${FAULT_PRESETS[preset].label}`), onError: notifyError },
      ),
    set: (id: number, switches: { readonly isOn?: boolean; readonly isPinned?: boolean }) =>
      set.mutate({ id, ...switches }, { onError: notifyError }),
    turnOff: () => turnOff.mutate(undefined, { onError: notifyError }),
  };
}

/** What `useFaultActions` returns. */
export type FaultActions = ReturnType<typeof useFaultActions>;

/** Asks, then removes every rule. */
export function confirmClear(count: number): void {
  confirm({
    title: 'Remove all faults',
    confirmLabel: `Remove ${pluralize(count, 'fault')}`,
    body: 'All rules are removed, including those that stay after a restart. Requests are then answered as usual.',
    async run() {
      const done = await deskClient.faults.clear.mutate();
      notify('Removed all faults');
      return done;
    },
  });
}

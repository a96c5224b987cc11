import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { deskClient } from '../../api/desk.ts';
import { type ClockState, readClock } from '../../features/clock/clock-state.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { formatDateTime } from '../../ui/format.ts';
import { Setting } from '../settings/fields/setting.tsx';

/** Sets the clock to another time, from which it goes on or at which it stands. */
export function SetClock({ state }: { readonly state: ClockState }) {
  const [values, setValues] = useState({ now: toField(readClock(state)) });
  const form = useForm({
    draft: { values, setValues },
    check: ({ now }) => ({ now: Number.isNaN(Date.parse(now)) ? 'Enter a date and a time.' : undefined }),
    showErrors: 'submitted',
    mainField: 'now',
    save: ({ now }) => deskClient.clock.set.mutate({ mode: state.mode, now: new Date(now).toISOString() }),
    message: (_, { now }) => `Set the clock to ${formatDateTime(Date.parse(now) * 1000)}`,
  });
  return (
    <Setting
      label="Set the time"
      hint={state.mode === 'still' ? 'Time stays held there.' : 'Time goes on from there.'}
    >
      <form ref={form.ref} onSubmit={form.submit} noValidate>
        <Group gap="sm" align="flex-start" wrap="nowrap">
          <TextInput
            aria-label="Date and time"
            type="datetime-local"
            step={1}
            min="1970-01-01T00:00:00"
            max="2253-12-31T23:59:59"
            {...form.field('now')}
          />
          <Button type="submit" variant="default" loading={form.isBusy}>
            Set
          </Button>
        </Group>
      </form>
    </Setting>
  );
}

/** Formats milliseconds as the field holds them: local, without an offset. */
function toField(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
}

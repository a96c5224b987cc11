import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { deskClient } from '../../api/desk.ts';
import { type ClockState, readClock } from '../../features/clock/clock-state.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { formatDateTime } from '../../ui/format.ts';
import { formatTypedTime, parseTypedTime } from '../../ui/typed-time.ts';
import { Setting } from '../settings/fields/setting.tsx';

const NOT_A_TIME = 'Write a time such as 2026-01-31 12:00:00.';

/** Sets the clock to another time, from which it goes on or at which it stands. */
export function SetClock({ state }: { readonly state: ClockState }) {
  const [values, setValues] = useState({ now: formatTypedTime(readClock(state)) });
  const form = useForm({
    draft: { values, setValues },
    check: ({ now }) => ({ now: parseTypedTime(now) === undefined ? NOT_A_TIME : undefined }),
    showErrors: 'submitted',
    mainField: 'now',
    save: ({ now }) => deskClient.clock.set.mutate({ mode: state.mode, now: toIso(now) }),
    onSaved: (_, { now }) => setValues({ now: formatTypedTime(Date.parse(toIso(now))) }),
    message: (_, { now }) => `Set the clock to ${formatDateTime(Date.parse(toIso(now)) * 1000)}`,
  });
  return (
    <Setting
      label="Set the time"
      hint={`Year-month-day, hours:minutes:seconds, in the time zone of this computer. ${state.mode === 'still' ? 'Time stays held there.' : 'Time goes on from there.'}`}
    >
      <form ref={form.ref} onSubmit={form.submit} noValidate>
        <Group gap="sm" align="flex-start" wrap="nowrap">
          <TextInput
            aria-label="Date and time"
            w={180}
            classNames={{ input: 'mono' }}
            placeholder="2026-01-31 12:00:00"
            autoComplete="off"
            spellCheck={false}
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

/** Returns a time that passed the check as the desk takes it. */
function toIso(typed: string): string {
  return new Date(parseTypedTime(typed) ?? Number.NaN).toISOString();
}

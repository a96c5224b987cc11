import { Button, Group, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { deskClient } from '../../api/desk.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { pluralize } from '../../ui/format.ts';
import { Setting } from '../settings/fields/setting.tsx';

const UNITS = { minute: 60, hour: 3600, day: 86_400 } as const;
type Unit = keyof typeof UNITS;
type Values = { readonly amount: string; readonly unit: Unit };

/** Moves the clock forward. */
export function AdvanceClock() {
  const [values, setValues] = useState<Values>({ amount: '1', unit: 'hour' });
  const form = useForm({
    draft: { values, setValues },
    check: ({ amount }) => ({ amount: Number(amount) > 0 ? undefined : 'Enter a number above 0.' }),
    schemaNames: { amount: 'seconds' },
    showErrors: 'submitted',
    mainField: 'amount',
    save: ({ amount, unit }) => deskClient.clock.advance.mutate({ seconds: Number(amount) * UNITS[unit] }),
    message: (_, { amount, unit }) => `Advanced the clock by ${pluralize(Number(amount), unit)}`,
  });
  return (
    <Setting label="Advance" hint="Moves time forward at once.">
      <form ref={form.ref} onSubmit={form.submit} noValidate>
        <Group gap="sm" align="flex-start" wrap="nowrap">
          <TextInput
            aria-label="How much"
            w={64}
            inputMode="decimal"
            autoComplete="off"
            {...form.field('amount')}
          />
          <Select
            aria-label="Unit"
            w={104}
            allowDeselect={false}
            data={[
              { value: 'minute', label: 'minutes' },
              { value: 'hour', label: 'hours' },
              { value: 'day', label: 'days' },
            ]}
            {...form.field('unit')}
          />
          <Button type="submit" variant="default" loading={form.isBusy}>
            Advance
          </Button>
        </Group>
      </form>
    </Setting>
  );
}

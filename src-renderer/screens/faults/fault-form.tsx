import { Group, Select, Text, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { FaultRule } from '../../../src-server/model/faults/fault-rule.ts';
import { REQUEST_METHODS } from '../../../src-server/model/requests/methods.ts';
import { deskClient } from '../../api/desk.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { type Form, useForm } from '../../ui/form/use-form.ts';
import { type FaultValues, ruleOf, SCHEMA_NAMES, valuesOf } from './fault-values.ts';
import type { FaultView } from './fault-view.ts';
import classes from './faults.module.css';

const CONNECTIONS = [
  { value: '', label: 'Stays open' },
  { value: 'close', label: 'Closed before the answer' },
  { value: 'cut', label: 'Cut in the middle of the answer' },
];

type Props = {
  /** The rule that is changed; null for a new one. */
  readonly fault: FaultView | null;
  /** Whether it is over, and is to be on again with a new end. */
  readonly turnsOn?: boolean;
  readonly close: () => void;
};
type PartProps = { readonly form: Form<FaultValues>; readonly needsEnd?: boolean };

/** Adds a fault rule, or changes one. */
export function FaultForm({ fault, turnsOn = false, close }: Props) {
  const form = useForm<FaultValues, unknown>({
    initialValues: valuesOf(fault?.rule),
    schema: FaultRule,
    toBody: ruleOf,
    schemaNames: SCHEMA_NAMES,
    showErrors: 'left',
    save(values) {
      const rule = ruleOf(values);
      return fault
        ? deskClient.faults.replace.mutate({ id: fault.id, rule, ...(turnsOn && { isOn: true }) })
        : deskClient.faults.add.mutate({ rule });
    },
    onSaved: close,
    message: (_, { name }) => `${turnsOn ? 'Turned on' : fault ? 'Changed' : 'Added'} ${name.trim()}`,
  });
  return (
    <FormDialog
      title={fault ? `${turnsOn ? 'Turn on' : 'Edit'} ${fault.rule.name}` : 'Add a fault'}
      size={640}
      form={form}
      close={close}
      closeOnClickOutside={false}
      submitLabel={turnsOn ? 'Turn on' : fault ? 'Save fault' : 'Add fault'}
    >
      <TextInput
        label="Name"
        description="Sent in the header X-Lectern-Fault of each answer that it affects."
        placeholder="Versions are down"
        autoComplete="off"
        data-autofocus={turnsOn ? undefined : true}
        {...form.field('name')}
      />
      <Which form={form} />
      <What form={form} />
      <When form={form} needsEnd={turnsOn} />
    </FormDialog>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <Text component="h3" className={classes.partTitle}>
        {title}
      </Text>
      {children}
    </section>
  );
}

function Which({ form }: PartProps) {
  return (
    <Part title="Which requests">
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <Select
          label="Method"
          size="xs"
          w={110}
          flex="none"
          data={[{ value: '', label: 'Any' }, ...REQUEST_METHODS]}
          allowDeselect={false}
          {...form.field('method')}
        />
        <TextInput
          label="Path"
          flex={1}
          description="* within a part, ** across parts"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="Any"
          classNames={{ input: 'mono' }}
          autoComplete="off"
          spellCheck={false}
          {...form.field('path')}
        />
      </Group>
      <div className={classes.fields} data-columns="2">
        <TextInput label="User" placeholder="Any" autoComplete="off" {...form.field('user')} />
        <TextInput
          label="User-Agent contains"
          placeholder="Any"
          autoComplete="off"
          {...form.field('client')}
        />
      </div>
    </Part>
  );
}

function What({ form }: PartProps) {
  const status = form.field('status');
  return (
    <Part title="What happens">
      <div className={classes.fields} data-columns="4">
        <TextInput
          label="Answer"
          placeholder="As usual"
          inputMode="numeric"
          {...status}
          error={status.error ?? form.errorOf('answer')}
        />
        <TextInput label="Retry-After" rightSection="s" inputMode="numeric" {...form.field('retryAfter')} />
        <TextInput
          label="Wait"
          rightSection="ms"
          placeholder="0"
          inputMode="numeric"
          {...form.field('delayFrom')}
        />
        <TextInput label="Wait at most" rightSection="ms" inputMode="numeric" {...form.field('delayTo')} />
      </div>
      <Select
        label="Connection"
        size="xs"
        mt="sm"
        data={CONNECTIONS}
        allowDeselect={false}
        {...form.field('connection')}
      />
      <Textarea
        label="Body of the answer"
        mt="sm"
        autosize
        minRows={2}
        maxRows={8}
        placeholder={'{"detail": "Later."}'}
        classNames={{ input: 'mono' }}
        spellCheck={false}
        {...form.field('body')}
      />
    </Part>
  );
}

function When({ form, needsEnd = false }: PartProps) {
  const numeric = { inputMode: 'numeric', autoComplete: 'off' } as const;
  return (
    <Part title="How often">
      <div className={classes.fields} data-columns="3">
        <TextInput label="Let pass first" placeholder="0" {...numeric} {...form.field('after')} />
        <TextInput label="Then every Nth" placeholder="1" {...numeric} {...form.field('every')} />
        <TextInput label="Share of these" placeholder="1" autoComplete="off" {...form.field('probability')} />
        <TextInput label="Times at most" placeholder="No limit" {...numeric} {...form.field('hits')} />
        <TextInput label="Random seed" placeholder="None" {...numeric} {...form.field('seed')} />
        <TextInput
          label="Until"
          placeholder="2026-01-31T12:00:00Z"
          description={needsEnd ? 'This end has passed. Give a later one, or none.' : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data-autofocus={needsEnd || undefined}
          autoComplete="off"
          {...form.field('until')}
        />
      </div>
    </Part>
  );
}

import { Stack, Switch, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import {
  EnvironmentVariableValueBody,
  VARIABLE_NAME_TAKEN,
  VariableDetailsBody,
} from '../../../src-server/model/variables/environment-variable.ts';
import { deskClient, problemOf } from '../../api/desk.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import classes from './environment.module.css';
import { ValueField } from './value-field.tsx';
import { truncateName } from './variable-row.ts';

type Props = {
  readonly slug: string;
  /** Variable whose value is replaced; null to add one. */
  readonly replacing: string | null;
  /** Names of the project's variables. */
  readonly existingNames: ReadonlySet<string>;
  /** Where values are stored. */
  readonly storageHint: string;
  readonly close: () => void;
};

const NAME_RULE = 'Letters, numbers and underscores. Must not start with __ or READTHEDOCS.';

/** Adds a variable or replaces its value (behaviour.md 13). A refusal keeps what was typed. */
export function VariableForm({ slug, replacing, existingNames, storageHint, close }: Props) {
  const [replacedName, setReplacedName] = useState(replacing);
  const isNew = replacedName === null;
  const form = useForm({
    initialValues: { name: '', value: '', public: false },
    schema: isNew ? VariableDetailsBody : EnvironmentVariableValueBody,
    toBody: ({ value, ...rest }) => (isNew ? { value, ...rest } : { value }),
    check: ({ name }) => ({ name: isNew && existingNames.has(name) ? VARIABLE_NAME_TAKEN : undefined }),
    save: (values) => save(slug, replacedName, values),
    onSaved: close,
    message({ answer }, { name }) {
      const shownName = truncateName(replacedName ?? name);
      if (answer === 'same') return `${shownName} has this value already`;
      return `${isNew ? 'Added' : 'Replaced'} ${shownName}`;
    },
  });
  const { name, value } = form.values;
  const nameField = form.field('name');
  const isTaken = isNew && nameField.error === VARIABLE_NAME_TAKEN;
  const submitLabel = isNew ? 'Add variable' : 'Replace value';
  return (
    <FormDialog
      title={submitLabel}
      form={form}
      close={close}
      submitLabel={submitLabel}
      closeOnClickOutside={name === '' && value === ''}
    >
      <Stack gap="lg">
        {isNew ? (
          <TextInput
            label="Name"
            classNames={{ input: 'mono' }}
            description={NAME_RULE}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            data-autofocus
            {...nameField}
            error={
              isTaken ? (
                <NameTakenError
                  replace={() => {
                    setReplacedName(name);
                    form.clearErrors();
                  }}
                />
              ) : (
                nameField.error
              )
            }
          />
        ) : (
          <TextInput
            label="Name"
            classNames={{ input: 'mono' }}
            value={replacedName}
            title={replacedName}
            readOnly
            rightSection={<IconLock size={14} stroke={1.75} aria-hidden />}
          />
        )}
        <ValueField
          value={value}
          change={(next) => form.change({ value: next })}
          error={form.errorOf('value')}
          description={storageHint}
          autoFocus={!isNew}
        />
        {isNew && (
          <Switch
            label="Give it to builds of pull requests too"
            description="Anyone who can open a pull request can then read its value."
            checked={form.values.public}
            onChange={(event) => form.change({ public: event.currentTarget.checked })}
          />
        )}
      </Stack>
    </FormDialog>
  );
}

type Values = { readonly name: string; readonly value: string; readonly public: boolean };

async function save(slug: string, replacedName: string | null, { value, ...values }: Values) {
  if (replacedName === null) {
    const { undo } = await deskClient.variables.add.mutate({ slug, value, ...values });
    return { answer: 'added', undo };
  }
  try {
    return await deskClient.variables.replace.mutate({ slug, name: replacedName, value });
  } catch (error) {
    if (problemOf(error).name === 'NotFound') throw new Error(`${replacedName} no longer exists.`);
    throw error;
  }
}

function NameTakenError({ replace }: { readonly replace: () => void }) {
  return (
    <>
      {VARIABLE_NAME_TAKEN}.{' '}
      <button type="button" className={classes.linkButton} onClick={replace}>
        Replace its value
      </button>
    </>
  );
}

import { Button, Modal, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { WithUndo } from '../../../src-server/desk/procedure.ts';
import {
  EnvironmentVariableBody,
  EnvironmentVariableValueBody,
  VARIABLE_NAME_TAKEN,
} from '../../../src-server/model/variables/environment-variable.ts';
import { desk, fieldErrors, problemOf } from '../../api/desk.ts';
import { notify, notifyUndoable } from '../../ui/feedback/notify.tsx';
import { schemaErrors } from '../../ui/form/use-form.ts';
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

type ServerErrors = Readonly<Record<string, string>>;

const NO_SERVER_ERRORS: ServerErrors = {};
const NAME_RULE = 'Letters, numbers and underscores. Must not start with __ or READTHEDOCS.';

/** Adds a variable or replaces its value (behaviour.md 13). A refusal keeps what was typed. */
export function VariableForm({ slug, replacing, existingNames, storageHint, close }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [replacedName, setReplacedName] = useState(replacing);
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const [serverErrors, setServerErrors] = useState(NO_SERVER_ERRORS);
  const [problem, setProblem] = useState('');
  // The values must not stay in a cache after the dialog closes.
  const sharedOptions = { gcTime: 0, onError: handleError };
  const add = useMutation(
    desk.variables.add.mutationOptions({
      ...sharedOptions,
      onSuccess: (added) => finish('Added', name, added),
    }),
  );
  const replace = useMutation(
    desk.variables.replace.mutationOptions({
      ...sharedOptions,
      onSuccess(replaced, { name: of }) {
        if (replaced.answer !== 'same') return finish('Replaced', of, replaced);
        close();
        notify(`${truncateName(of)} has this value already`);
      },
    }),
  );
  const isBusy = add.isPending || replace.isPending;
  const validationErrors =
    replacedName === null
      ? schemaErrors(EnvironmentVariableBody, { name, value })
      : schemaErrors(EnvironmentVariableValueBody, { value });
  const isTaken =
    replacedName === null && (existingNames.has(name) || serverErrors.name === VARIABLE_NAME_TAKEN);
  const nameError = (submitted || name !== '') && (validationErrors.name ?? serverErrors.name);
  const valueError = (submitted || value !== '') && (validationErrors.value ?? serverErrors.value);

  function finish(verb: string, of: string, changed: WithUndo): void {
    close();
    notifyUndoable(`${verb} ${truncateName(of)}`, changed);
  }

  function handleError(error: unknown): void {
    const found = fieldErrors(error);
    const { name: kind, message } = problemOf(error);
    setServerErrors(found);
    if (Object.keys(found).length > 0) focusFirstError();
    else
      setProblem(
        kind === 'NotFound' && replacedName !== null ? `${replacedName} no longer exists.` : message,
      );
  }

  /** Focuses the first invalid field once its error is rendered. */
  function focusFirstError(): void {
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isBusy) return;
    setSubmitted(true);
    setProblem('');
    if (isTaken || Object.keys(validationErrors).length > 0) focusFirstError();
    else if (replacedName === null) add.mutate({ slug, name, value });
    else replace.mutate({ slug, name: replacedName, value });
  }

  function change(field: 'name' | 'value', next: string): void {
    (field === 'name' ? setName : setValue)(next);
    setServerErrors(({ [field]: _, ...rest }) => rest);
    setProblem('');
  }

  const isEmpty = name === '' && value === '';
  const submitLabel = replacedName === null ? 'Add variable' : 'Replace value';
  return (
    <Modal
      opened
      onClose={close}
      closeOnClickOutside={isEmpty}
      title={submitLabel}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form ref={form} onSubmit={submit} className={classes.form} noValidate>
        {replacedName === null ? (
          <TextInput
            label="Name"
            classNames={{ input: 'mono' }}
            description={NAME_RULE}
            value={name}
            error={
              isTaken ? (
                <NameTakenError
                  replace={() => {
                    setReplacedName(name);
                    setServerErrors(NO_SERVER_ERRORS);
                    setSubmitted(false);
                  }}
                />
              ) : (
                nameError
              )
            }
            onChange={(event) => change('name', event.currentTarget.value)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            data-autofocus
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
          change={(to) => change('value', to)}
          error={valueError}
          description={storageHint}
          autoFocus={replacedName !== null}
        />
        {problem !== '' && (
          <p role="alert" className={classes.formError}>
            {problem}
          </p>
        )}
        <div className={classes.footer}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Modal>
  );
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

import { Button, Modal, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import {
  EnvironmentVariableBody,
  EnvironmentVariableValueBody,
  VARIABLE_NAME_TAKEN,
} from '../../../src-server/model/variables/environment-variable.ts';
import { desk, fieldErrors, problemOf } from '../../api/desk.ts';
import { tell, tellDone } from '../../ui/feedback/tell.tsx';
import { schemaErrors } from '../../ui/form/schema-errors.ts';
import classes from './environment.module.css';
import { ValueField } from './value-field.tsx';
import { shortened } from './variable-row.ts';

type Props = {
  readonly slug: string;
  /** The variable that gets another value; null to add one. */
  readonly replacing: string | null;
  /** Names that the project has. */
  readonly taken: ReadonlySet<string>;
  /** Where values lie. */
  readonly place: string;
  readonly close: () => void;
};

type Refusals = Readonly<Record<string, string>>;

const NO_REFUSALS: Refusals = {};
const NAME_RULE = 'Letters, numbers and underscore; not beginning with __ or READTHEDOCS.';

/** Asks for a variable, or for another value of one (behaviour.md 13). A refusal leaves what was typed. */
export function VariableForm({ slug, replacing, taken, place, close }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [replaced, setReplaced] = useState(replacing);
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const [tried, setTried] = useState(false);
  const [refusals, setRefusals] = useState(NO_REFUSALS);
  const [problem, setProblem] = useState('');
  // What is sent is not to stay in a cache once the dialog is gone.
  const outcome = { gcTime: 0, onError: refused };
  const add = useMutation(
    desk.environment.add.mutationOptions({ ...outcome, onSuccess: () => done('Added', name) }),
  );
  const replace = useMutation(
    desk.environment.replace.mutationOptions({
      ...outcome,
      onSuccess(what, { name: of }) {
        if (what !== 'same') return done('Replaced', of);
        close();
        tell(`${shortened(of)} has this value already`);
      },
    }),
  );
  const isBusy = add.isPending || replace.isPending;
  const wrong =
    replaced === null
      ? schemaErrors(EnvironmentVariableBody, { name, value })
      : schemaErrors(EnvironmentVariableValueBody, { value });
  const isTaken = replaced === null && (taken.has(name) || refusals.name === VARIABLE_NAME_TAKEN);
  const nameError = (tried || name !== '') && (wrong.name ?? refusals.name);
  const valueError = (tried || value !== '') && (wrong.value ?? refusals.value);

  function done(verb: string, of: string): void {
    close();
    void tellDone(`${verb} ${shortened(of)}`);
  }

  function refused(error: unknown): void {
    const found = fieldErrors(error);
    const { name: kind, message } = problemOf(error);
    setRefusals(found);
    if (Object.keys(found).length > 0) showFirstFault();
    else setProblem(kind === 'NotFound' && replaced !== null ? `${replaced} is no longer there.` : message);
  }

  /** Where the keyboard is wanted next, once the fault is on the screen. */
  function showFirstFault(): void {
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isBusy) return;
    setTried(true);
    setProblem('');
    if (isTaken || Object.keys(wrong).length > 0) showFirstFault();
    else if (replaced === null) add.mutate({ slug, name, value });
    else replace.mutate({ slug, name: replaced, value });
  }

  function change(field: 'name' | 'value', to: string): void {
    (field === 'name' ? setName : setValue)(to);
    setRefusals(({ [field]: _, ...rest }) => rest);
    setProblem('');
  }

  const isEmpty = name === '' && value === '';
  const act = replaced === null ? 'Add variable' : 'Replace value';
  return (
    <Modal
      opened
      onClose={close}
      closeOnClickOutside={isEmpty}
      title={act}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form ref={form} onSubmit={submit} className={classes.form} noValidate>
        {replaced === null ? (
          <TextInput
            label="Name"
            classNames={{ input: 'mono' }}
            description={NAME_RULE}
            value={name}
            error={
              isTaken ? (
                <Taken
                  replace={() => {
                    setReplaced(name);
                    setRefusals(NO_REFUSALS);
                    setTried(false);
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
            value={replaced}
            title={replaced}
            readOnly
            rightSection={<IconLock size={14} stroke={1.75} aria-hidden />}
          />
        )}
        <ValueField
          value={value}
          change={(to) => change('value', to)}
          error={valueError}
          description={place}
          autoFocus={replaced !== null}
        />
        {problem !== '' && (
          <p role="alert" className={classes.refusal}>
            {problem}
          </p>
        )}
        <div className={classes.foot}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            {act}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function Taken({ replace }: { readonly replace: () => void }) {
  return (
    <>
      {VARIABLE_NAME_TAKEN}.{' '}
      <button type="button" className={classes.wayOut} onClick={replace}>
        Replace its value
      </button>
    </>
  );
}

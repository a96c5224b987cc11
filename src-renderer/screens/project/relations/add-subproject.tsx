import { Button, Modal, TextInput } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { SubprojectBody } from '../../../../src-server/model/relations/subproject.ts';
import { desk, fieldErrors } from '../../../api/desk.ts';
import { useRestoreFocus } from '../../../ui/dialog/use-restore-focus.ts';
import { notifyError, notifyUndoable } from '../../../ui/feedback/notify.tsx';
import { schemaErrors } from '../../../ui/form/use-form.ts';
import { ProjectSelect, useDebouncedText } from './project-select.tsx';
import classes from './relations.module.css';

type Props = { readonly slug: string; readonly close: () => void };

/** Adds a project as a subproject at an alias (behaviour.md 10). */
export function AddSubproject({ slug, close }: Props) {
  useRestoreFocus(true);
  const [child, setChild] = useState<string | null>(null);
  const [alias, setAlias] = useState('');
  const [text, setText] = useState('');
  const [serverErrors, setServerErrors] = useState<Readonly<Record<string, string>>>({});
  // After a choice, the field holds its label, which is not a search text.
  const query = useDebouncedText(child === null ? text : '');
  const { data = [] } = useQuery({
    ...desk.subprojects.candidates.queryOptions({ slug, text: query }),
    placeholderData: keepPreviousData,
  });
  const chosen = data.find((each) => each.slug === child);
  const choices = data.map((each) => ({ ...each, hint: each.slug }));
  const add = useMutation(
    desk.subprojects.add.mutationOptions({
      onSuccess(added) {
        close();
        notifyUndoable(`Added ${added.answer.name} as ${added.answer.alias}`, added);
      },
      onError(error) {
        const found = fieldErrors(error);
        setServerErrors(found);
        if (Object.keys(found).length === 0) notifyError(error);
      },
    }),
  );
  const body = { child: child ?? '', alias };
  const { alias: aliasError } = schemaErrors(SubprojectBody, { child: 'any', alias });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (child === null) setServerErrors({ child: 'Choose a project.' });
    else if (aliasError === undefined && !add.isPending) add.mutate({ slug, body });
  };
  return (
    <Modal opened onClose={close} title="Add subproject" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} className={classes.form} noValidate>
        <ProjectSelect
          label="Project"
          description="Only projects that are not part of another one and have no subprojects."
          choices={choices}
          value={child}
          change={(next) => {
            setChild(next);
            setServerErrors({});
          }}
          text={text}
          setText={setText}
          error={serverErrors.child}
        />
        <TextInput
          label="Alias"
          classNames={{ input: 'mono' }}
          placeholder={chosen?.slug ?? ''}
          description={
            <>
              Its pages are served at{' '}
              <span className="mono">/projects/{alias || chosen?.slug || 'ALIAS'}/</span>. Empty: its slug.
            </>
          }
          value={alias}
          error={aliasError ?? serverErrors.alias}
          onChange={(event) => {
            setAlias(event.currentTarget.value);
            setServerErrors(({ alias: _, ...rest }) => rest);
          }}
          autoComplete="off"
          spellCheck={false}
        />
        {serverErrors.non_field_errors && (
          <p role="alert" className={classes.formError}>
            {serverErrors.non_field_errors}
          </p>
        )}
        <div className={classes.footer}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending}>
            Add subproject
          </Button>
        </div>
      </form>
    </Modal>
  );
}

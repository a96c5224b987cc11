import { Button, Modal } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { languageName } from '../../../../src-server/model/projects/languages.ts';
import { desk, fieldErrors } from '../../../api/desk.ts';
import { useRestoreFocus } from '../../../ui/dialog/use-restore-focus.ts';
import { notifyError, notifyUndoable } from '../../../ui/feedback/notify.tsx';
import { ProjectSelect, useDebouncedText } from './project-select.tsx';
import classes from './relations.module.css';

type Props = { readonly slug: string; readonly close: () => void };

/** Adds a project as a translation (behaviour.md 11). */
export function AddTranslation({ slug, close }: Props) {
  useRestoreFocus(true);
  const [translation, setTranslation] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [projectError, setProjectError] = useState<string | undefined>(undefined);
  const query = useDebouncedText(translation === null ? text : '');
  const { data = [] } = useQuery({
    ...desk.translations.candidates.queryOptions({ slug, text: query }),
    placeholderData: keepPreviousData,
  });
  const choices = data.map(({ language, ...each }) => ({
    ...each,
    hint: `${languageName(language)}, ${each.slug}`,
  }));
  const add = useMutation(
    desk.translations.add.mutationOptions({
      onSuccess(changed, added) {
        close();
        notifyUndoable(`Added translation ${added.translation}`, changed);
      },
      onError(error) {
        const { project } = fieldErrors(error);
        setProjectError(project);
        if (project === undefined) notifyError(error);
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (translation === null) setProjectError('Choose a project.');
    else if (!add.isPending) add.mutate({ slug, translation });
  };
  return (
    <Modal opened onClose={close} title="Add translation" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} className={classes.form} noValidate>
        <ProjectSelect
          label="Project"
          description="Only projects in a language that this one does not have yet and that are not translations."
          choices={choices}
          value={translation}
          change={(next) => {
            setTranslation(next);
            setProjectError(undefined);
          }}
          text={text}
          setText={setText}
          error={projectError}
        />
        <div className={classes.footer}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending}>
            Add translation
          </Button>
        </div>
      </form>
    </Modal>
  );
}

import { Button, Modal } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { languageName } from '../../../../src-server/model/projects/languages.ts';
import { desk, fieldErrors } from '../../../api/desk.ts';
import { useFocusBack } from '../../../ui/dialog/use-focus-back.ts';
import { tellDone, tellProblem } from '../../../ui/feedback/tell.tsx';
import { ProjectSelect, useSettled } from './project-select.tsx';
import classes from './relatives.module.css';

type Props = { readonly slug: string; readonly close: () => void };

/** Asks which project becomes a translation (behaviour.md 11). */
export function AddTranslation({ slug, close }: Props) {
  useFocusBack(true);
  const [translation, setTranslation] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const wanted = useSettled(translation === null ? text : '');
  const { data = [] } = useQuery({
    ...desk.translations.candidates.queryOptions({ slug, text: wanted }),
    placeholderData: keepPreviousData,
  });
  const choices = data.map(({ language, ...each }) => ({
    ...each,
    hint: `${languageName(language)}, ${each.slug}`,
  }));
  const add = useMutation(
    desk.translations.add.mutationOptions({
      onSuccess(_, added) {
        close();
        void tellDone(`Added translation ${added.translation}`);
      },
      onError(error) {
        const { project } = fieldErrors(error);
        setRefusal(project);
        if (project === undefined) tellProblem(error);
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (translation === null) setRefusal('Choose a project.');
    else if (!add.isPending) add.mutate({ slug, translation });
  };
  return (
    <Modal opened onClose={close} title="Add translation" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} className={classes.form} noValidate>
        <ProjectSelect
          label="Project"
          description="Projects in a language that this one does not have yet, and that translate no other."
          choices={choices}
          value={translation}
          change={(next) => {
            setTranslation(next);
            setRefusal(undefined);
          }}
          text={text}
          setText={setText}
          error={refusal}
        />
        <div className={classes.foot}>
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

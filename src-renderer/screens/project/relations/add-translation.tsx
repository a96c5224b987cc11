import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { languageName } from '../../../../src-server/model/projects/languages/languages.ts';
import { desk, deskClient } from '../../../api/desk.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { ProjectSelect, useDebouncedText } from './project-select.tsx';

type Props = { readonly slug: string; readonly close: () => void };

/** Adds a project as a translation (behaviour.md 11). */
export function AddTranslation({ slug, close }: Props) {
  const [text, setText] = useState('');
  const form = useForm({
    initialValues: { translation: '' },
    check: ({ translation }) => ({ translation: translation === '' ? 'Choose a project.' : undefined }),
    schemaNames: { translation: 'project' },
    save: ({ translation }) => deskClient.translations.add.mutate({ slug, translation }),
    onSaved: close,
    message: (_, { translation }) => `Added translation ${translation}`,
  });
  const query = useDebouncedText(form.values.translation === '' ? text : '');
  const { data = [] } = useQuery({
    ...desk.translations.candidates.queryOptions({ slug, text: query }),
    placeholderData: keepPreviousData,
  });
  const choices = data.map(({ language, ...each }) => ({
    ...each,
    hint: `${languageName(language)}, ${each.slug}`,
  }));
  return (
    <FormDialog title="Add translation" form={form} close={close} submitLabel="Add translation">
      <ProjectSelect
        label="Project"
        description="Only projects in a language that this one does not have yet and that are not translations."
        choices={choices}
        {...form.field('translation')}
        text={text}
        setText={setText}
      />
    </FormDialog>
  );
}

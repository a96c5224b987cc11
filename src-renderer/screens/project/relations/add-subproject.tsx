import { Stack, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SubprojectBody } from '../../../../src-server/model/relations/subproject.ts';
import { desk, deskClient } from '../../../api/desk.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { schemaErrors, useForm } from '../../../ui/form/use-form.ts';
import { ProjectSelect, useDebouncedText } from './project-select.tsx';

type Props = { readonly slug: string; readonly close: () => void };

/** Adds a project as a subproject at an alias (behaviour.md 10). */
export function AddSubproject({ slug, close }: Props) {
  const [text, setText] = useState('');
  const form = useForm({
    initialValues: { child: '', alias: '' },
    check: ({ child, alias }) => ({
      child: child === '' ? 'Choose a project.' : undefined,
      alias: schemaErrors(SubprojectBody, { child: 'any', alias }).alias,
    }),
    save: (body) => deskClient.subprojects.add.mutate({ slug, body }),
    onSaved: close,
    message: ({ answer: { name, alias } }) => `Added ${name} as ${alias}`,
  });
  const { child, alias } = form.values;
  // After a choice, the field holds its label, which is not a search text.
  const query = useDebouncedText(child === '' ? text : '');
  const { data = [] } = useQuery({
    ...desk.subprojects.candidates.queryOptions({ slug, text: query }),
    placeholderData: keepPreviousData,
  });
  const chosen = data.find((each) => each.slug === child);
  return (
    <FormDialog title="Add subproject" form={form} close={close} submitLabel="Add subproject">
      <Stack gap="lg">
        <ProjectSelect
          label="Project"
          description="Only projects that are not part of another one and have no subprojects."
          choices={data.map((each) => ({ ...each, hint: each.slug }))}
          {...form.field('child')}
          text={text}
          setText={setText}
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
          autoComplete="off"
          spellCheck={false}
          {...form.field('alias')}
        />
      </Stack>
    </FormDialog>
  );
}

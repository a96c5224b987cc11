import { TextInput } from '@mantine/core';
import { deskClient } from '../../../api/desk.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import type { CatalogueRow } from './choose-columns.tsx';

type Props = { readonly remoteId: number; readonly row: CatalogueRow; readonly close: () => void };

/** Asks under which slug a project is pulled, where its own is taken here. */
export function OtherSlug({ remoteId, row, close }: Props) {
  const form = useForm({
    initialValues: { slug: `${row.slug}-live` },
    mainField: 'slug',
    save: ({ slug }) =>
      deskClient.sync.choose.mutate({ remote: remoteId, choices: [{ key: row.key, choice: { slug } }] }),
    onSaved: close,
  });
  return (
    <FormDialog title={`Pull ${row.name}`} form={form} close={close} submitLabel="Choose this slug">
      <TextInput
        label="Slug here"
        description={`On the service it stays ${row.slug}.`}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...form.field('slug')}
      />
    </FormDialog>
  );
}

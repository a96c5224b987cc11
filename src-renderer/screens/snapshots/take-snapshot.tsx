import { Textarea, TextInput } from '@mantine/core';
import { NewSnapshot } from '../../../src-server/model/snapshots/snapshot.ts';
import { deskClient } from '../../api/desk.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';

/** Takes a snapshot of all data. */
export function TakeSnapshot({ close }: { readonly close: () => void }) {
  const form = useForm({
    initialValues: { name: '', note: '' },
    schema: NewSnapshot,
    mainField: 'name',
    save: (values) => deskClient.snapshots.take.mutate(values),
    message: (_, { name }) => `Took the snapshot ${name}`,
    onSaved: close,
  });
  return (
    <FormDialog title="Take a snapshot" form={form} close={close} submitLabel="Take snapshot">
      <TextInput
        label="Name"
        description="Lowercase letters, digits, dots, hyphens and underscores"
        placeholder="before-the-talk"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...form.field('name')}
      />
      <Textarea label="Note" mt="md" autosize minRows={2} maxRows={6} {...form.field('note')} />
    </FormDialog>
  );
}

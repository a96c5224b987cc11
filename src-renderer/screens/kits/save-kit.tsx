import { Button, List, Modal, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { deskClient } from '../../api/desk.ts';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { truncate } from '../../ui/format.ts';
import { saveFile } from '../../ui/save-file.ts';

type Saved = { readonly file: string; readonly notes: readonly string[] };

/** Saves the present data as a kit in one file, and says where that differs from the data. */
export function SaveKit({ close }: { readonly close: () => void }) {
  const [saved, setSaved] = useState<Saved>();
  const form = useForm({
    initialValues: { name: '', description: '' },
    mainField: 'name',
    async save(values) {
      const made = await deskClient.kits.make.mutate(values);
      const bytes = Uint8Array.from(atob(made.answer.zip), (letter) => letter.charCodeAt(0));
      saveFile([bytes], 'application/zip', fileName(values.name));
      return made;
    },
    message: (_, { name }) => `Saved ${fileName(name)}`,
    onSaved({ answer: { notes } }, { name }) {
      if (notes.length > 0) setSaved({ file: fileName(name), notes });
      else close();
    },
  });
  if (saved) return <SavedKit {...saved} close={close} />;
  return (
    <FormDialog title="Save as kit" form={form} close={close} submitLabel="Save kit">
      <Text mb="md" c="dimmed">
        A kit of all projects, build scripts and fault rules here, for others to load. It never holds tokens,
        values of variables, secrets or addresses of hooks, passwords, or paths of this computer.
      </Text>
      <TextInput label="Name" autoComplete="off" data-autofocus {...form.field('name')} />
      <Textarea label="Description" mt="md" autosize minRows={2} maxRows={6} {...form.field('description')} />
    </FormDialog>
  );
}

function SavedKit({ file, notes, close }: Saved & { readonly close: () => void }) {
  return (
    <Modal
      opened
      onClose={close}
      title={`Saved ${truncate(file)}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text mb="sm">The kit differs from your data:</Text>
      <List style={{ overflowWrap: 'anywhere' }}>
        {notes.map((note) => (
          <List.Item key={note}>{note}</List.Item>
        ))}
      </List>
      <DialogButtons>
        <Button data-autofocus onClick={close}>
          Done
        </Button>
      </DialogButtons>
    </Modal>
  );
}

function fileName(name: string): string {
  const base = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return `${base || 'kit'}.lectern-kit.zip`;
}

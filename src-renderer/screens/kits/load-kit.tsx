import { Text } from '@mantine/core';
import type { KitCard } from '../../../src-server/model/kits/kit.ts';
import { deskClient } from '../../api/desk.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { describeCounts } from './kit-counts.ts';

/** A kit that was read, and where it is. */
export type LoadableKit = {
  readonly source: { readonly name: string } | { readonly zip: string };
  readonly card: KitCard;
};

type Props = { readonly kit: LoadableKit; readonly close: () => void };

/** Says what a kit adds, and loads it. */
export function LoadKit({ kit: { source, card }, close }: Props) {
  const form = useForm({
    initialValues: {},
    save: () => deskClient.kits.load.mutate(source),
    message: () => `Loaded the kit ${card.name}`,
    onSaved: close,
  });
  return (
    <FormDialog title={`Load ${card.name}`} form={form} close={close} submitLabel="Load kit">
      <Text>{card.description}</Text>
      <Text mt="sm">
        <b>Adds {describeCounts(card.counts)}</b> to the present data, all of it or nothing.
      </Text>
      <Text mt="sm" c="dimmed">
        The present data stays as it is. Fault rules of the kit are turned off, and no project runs code until
        you allow it.
      </Text>
    </FormDialog>
  );
}

import { Button, Popover, TextInput } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useLooks } from '../../../features/looks.ts';
import { tell } from '../../../ui/feedback/tell.tsx';
import classes from './projects.module.css';
import { type ShelfAddress, writeShelfAddress } from './shelf-address.ts';

const LONGEST = 60;

/** Keeps the filter that is set under a name; the sidebar shows it from then on. */
export function SaveFilter({ address }: { readonly address: ShelfAddress }) {
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const { savedFilters, saveFilter, dropFilter } = useLooks();
  const wanted = name.trim();
  const isTaken = savedFilters.some((each) => each.name === wanted);

  function save(event: FormEvent): void {
    event.preventDefault();
    if (wanted === '') return;
    saveFilter({ name: wanted, search: writeShelfAddress({ ...address, at: 0, folded: [] }) });
    setOpened(false);
    setName('');
    tell(`Saved the filter ${wanted}`, { label: 'Undo', run: () => dropFilter(wanted) });
  }

  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus withinPortal width={260}>
      <Popover.Target>
        <Button
          variant="subtle"
          className={classes.ghost}
          leftSection={<IconBookmark size={14} stroke={1.75} />}
          onClick={() => setOpened(!opened)}
        >
          Save filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.save} aria-label="Save filter">
        <form onSubmit={save}>
          <TextInput
            label="Name of the filter"
            description={isTaken ? 'Takes the place of the one called so.' : 'It stands in the sidebar.'}
            value={name}
            maxLength={LONGEST}
            onChange={(event) => setName(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
          <Button type="submit" mt={12} aria-disabled={wanted === ''}>
            Save
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

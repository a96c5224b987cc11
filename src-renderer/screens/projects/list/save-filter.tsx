import { Button, Popover, TextInput } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { usePreferences } from '../../../features/preferences.ts';
import { notify } from '../../../ui/feedback/notify.tsx';
import { type ProjectListAddress, writeProjectListAddress } from './project-list-address.ts';
import classes from './projects.module.css';

const MAX_NAME_LENGTH = 60;

/** Saves the present filter under a name, for the sidebar. */
export function SaveFilter({ address }: { readonly address: ProjectListAddress }) {
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const { savedFilters, saveFilter, removeFilter } = usePreferences();
  const trimmedName = name.trim();
  const isTaken = savedFilters.some((each) => each.name === trimmedName);

  function save(event: FormEvent): void {
    event.preventDefault();
    if (trimmedName === '') return;
    saveFilter({ name: trimmedName, search: writeProjectListAddress({ ...address, at: 0, collapsed: [] }) });
    setOpened(false);
    setName('');
    notify(`Saved the filter ${trimmedName}`, { label: 'Undo', run: () => removeFilter(trimmedName) });
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
      <Popover.Dropdown p={12} aria-label="Save filter">
        <form onSubmit={save}>
          <TextInput
            label="Filter name"
            description={isTaken ? 'Replaces the filter with this name.' : 'Appears in the sidebar.'}
            value={name}
            maxLength={MAX_NAME_LENGTH}
            onChange={(event) => setName(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
          <Button type="submit" mt={12} aria-disabled={trimmedName === ''}>
            Save
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

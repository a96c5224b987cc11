import { Checkbox, Group, Popover, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './facet.module.css';

/** A value to filter a list by, and how many rows have it. */
export type FacetValue = { readonly value: string; readonly label: string; readonly count?: number };

type Props = {
  readonly label: string;
  readonly values: readonly FacetValue[];
  readonly chosen: readonly string[];
  readonly change: (chosen: readonly string[]) => void;
  /** Runs when the values are shown, to fetch them only then. */
  readonly onOpen?: () => void;
};

const SEARCHABLE_FROM = 8;

/** Filters a list by chosen values: dashed when empty, tinted when set. */
export function Facet({ label, values, chosen, change, onOpen }: Props) {
  const [opened, setOpenedState] = useState(false);
  const [text, setText] = useState('');
  const setOpened = (next: boolean) => {
    if (next) onOpen?.();
    setOpenedState(next);
  };
  const query = text.trim().toLowerCase();
  const visibleValues = values.filter((each) => each.label.toLowerCase().includes(query));
  const chosenLabels = chosen.map((value) => values.find((each) => each.value === value)?.label ?? value);
  const toggle = (value: string) =>
    change(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" shadow="md" trapFocus withinPortal>
      <div className={chosen.length > 0 ? classes.set : classes.unset}>
        <Popover.Target>
          <button type="button" className={classes.open} onClick={() => setOpened(!opened)}>
            {chosen.length === 0 && <IconPlus size={12} aria-hidden />}
            <span className="truncate">
              {chosen.length === 0 ? label : `${label}: ${chosenLabels.join(', ')}`}
            </span>
          </button>
        </Popover.Target>
        {chosen.length > 0 && (
          <button
            type="button"
            className={classes.clear}
            aria-label={`Clear ${label}`}
            onClick={() => change([])}
          >
            <IconX size={12} />
          </button>
        )}
      </div>
      <Popover.Dropdown className={classes.values} aria-label={label}>
        {values.length > SEARCHABLE_FROM && (
          <TextInput
            aria-label={`Find in ${label}`}
            placeholder="Find"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            mb={8}
          />
        )}
        <ul className={classes.list}>
          {visibleValues.map(({ value, label: name, count }) => (
            <Group key={value} component="li" gap="lg" justify="space-between" h={26} wrap="nowrap">
              <Checkbox label={name} checked={chosen.includes(value)} onChange={() => toggle(value)} />
              {count !== undefined && <span className={classes.count}>{count}</span>}
            </Group>
          ))}
          {visibleValues.length === 0 && <li className={classes.empty}>No values.</li>}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

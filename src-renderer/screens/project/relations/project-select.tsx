import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';

/** A project that can be chosen. `hint` tells it from others: its slug, its language. */
export type ProjectChoice = { readonly slug: string; readonly name: string; readonly hint: string };

type Props = {
  readonly label: string;
  readonly description?: ReactNode;
  readonly choices: readonly ProjectChoice[];
  readonly value: string | null;
  readonly change: (slug: string | null) => void;
  /** What is typed to find one. */
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly error?: string | undefined;
};

/** Text as it was a moment ago, so that not every letter asks the desk. */
export function useDebouncedText(text: string): string {
  return useDebouncedValue(text, 100)[0];
}

/** Chooses a project by a few letters; the desk does the finding. */
export function ProjectSelect({ label, description, choices, value, change, text, setText, error }: Props) {
  return (
    <Select
      label={label}
      size="xs"
      description={description}
      placeholder="Type a name or slug"
      searchable
      clearable
      data-autofocus
      data={choices.map(({ slug, name, hint }) => ({ value: slug, label: `${name} (${hint})` }))}
      // What the desk gave fits already.
      filter={({ options }) => options}
      nothingFoundMessage="No project that could be added is called so."
      maxDropdownHeight={240}
      value={value}
      onChange={change}
      searchValue={text}
      onSearchChange={setText}
      error={error}
    />
  );
}

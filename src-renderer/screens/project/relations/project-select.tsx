import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';

/** A project to choose; `hint` tells projects of the same name apart. */
export type ProjectChoice = { readonly slug: string; readonly name: string; readonly hint: string };

type Props = {
  readonly label: string;
  readonly description?: ReactNode;
  readonly choices: readonly ProjectChoice[];
  readonly value: string | null;
  readonly change: (slug: string | null) => void;
  /** The search text. */
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly error?: string | undefined;
};

/** Debounces a search text. */
export function useDebouncedText(text: string): string {
  return useDebouncedValue(text, 100)[0];
}

/** Selects a project; the desk does the search. */
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
      // The desk has already filtered.
      filter={({ options }) => options}
      nothingFoundMessage="No matching project can be added."
      maxDropdownHeight={240}
      value={value}
      onChange={change}
      searchValue={text}
      onSearchChange={setText}
      error={error}
    />
  );
}

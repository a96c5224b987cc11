import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';

/** A project to choose; `hint` tells projects of the same name apart. */
export type ProjectChoice = { readonly slug: string; readonly name: string; readonly hint: string };

type Props = {
  readonly label: string;
  readonly description: string;
  readonly choices: readonly ProjectChoice[];
  /** The chosen slug; '' for none. */
  readonly value: string;
  readonly onChange: (slug: string) => void;
  /** The search text. */
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly error: ReactNode;
};

/** Debounces a search text. */
export function useDebouncedText(text: string): string {
  return useDebouncedValue(text, 100)[0];
}

/** Selects a project; the desk does the search. */
export function ProjectSelect({ choices, value, onChange, text, setText, ...inputProps }: Props) {
  return (
    <Select
      {...inputProps}
      size="xs"
      placeholder="Type a name or slug"
      searchable
      clearable
      data-autofocus
      data={choices.map(({ slug, name, hint }) => ({ value: slug, label: `${name} (${hint})` }))}
      // The desk has already filtered.
      filter={({ options }) => options}
      nothingFoundMessage="No matching project can be added."
      maxDropdownHeight={240}
      value={value === '' ? null : value}
      onChange={(slug) => onChange(slug ?? '')}
      searchValue={text}
      onSearchChange={setText}
    />
  );
}

import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { desk } from '../../api/desk.ts';

/** Typing searches after this pause, in milliseconds. */
const DEBOUNCE_MS = 100;

/** Returns the projects that a select offers for its search text, always with the chosen one. */
export function useProjectChoices(chosen: string | null) {
  const [text, search] = useState('');
  const [searchText] = useDebouncedValue(text, DEBOUNCE_MS);
  // The search text of a chosen project is its label.
  const { data = [] } = useQuery({
    ...desk.builds.projects.queryOptions({ text: chosen === null ? searchText : '' }),
    placeholderData: keepPreviousData,
  });
  const found = data.map(({ slug, name }) => ({
    value: slug,
    label: name === slug ? name : `${name} (${slug})`,
  }));
  const isListed = chosen === null || found.some(({ value }) => value === chosen);
  return { choices: isListed ? found : [...found, { value: chosen, label: chosen }], search };
}

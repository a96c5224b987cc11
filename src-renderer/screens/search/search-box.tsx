import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';

import { searchPath } from './search-address.ts';

/** Shows a field that opens the Search screen with a search of one project's pages. */
export function SearchBox({ project, name }: { readonly project: string; readonly name: string }) {
  const [typed, setTyped] = useState('');
  return (
    <search>
      <TextInput
        maw={420}
        type="search"
        aria-label={`Search docs of ${name}`}
        placeholder={`Search docs of ${name}`}
        leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
        value={typed}
        maxLength={300}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.key !== 'Enter' || typed.trim() === '') return;
          navigate(searchPath(`project:${project} ${typed.trim()}`));
        }}
        autoComplete="off"
        spellCheck={false}
      />
    </search>
  );
}

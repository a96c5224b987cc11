import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import classes from './search.module.css';

type Props = {
  readonly q: string;
  readonly change: (q: string) => void;
};

/** Typing searches after this pause, in milliseconds. */
const TYPING_MS = 120;

/** Shows the field of the Search screen: searches while typing, at once on Enter; Escape clears it. */
export function SearchField({ q, change }: Props) {
  const [typed, setTyped] = useState(q);
  const reported = useRef(q);
  const input = useRef<HTMLInputElement>(null);
  const reportChange = (next: string) => {
    reported.current = next;
    change(next);
  };
  const reportChangeDebounced = useDebouncedCallback(reportChange, TYPING_MS);
  // The caret starts after the present query.
  useEffect(() => input.current?.focus(), []);
  // The address also changes by Back and the palette.
  useEffect(() => {
    if (q === reported.current) return;
    reported.current = q;
    setTyped(q);
  }, [q]);
  const set = (next: string) => {
    setTyped(next);
    reportChangeDebounced(next);
  };
  return (
    <TextInput
      ref={input}
      className={classes.field}
      type="search"
      aria-label="Search docs"
      placeholder="Words, “a phrase”, project:slug/version"
      leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
      value={typed}
      maxLength={500}
      onChange={(event) => set(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') reportChange(typed);
        if (event.key === 'Escape') set('');
      }}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

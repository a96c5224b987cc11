import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useDraft } from '../../ui/address/use-draft.ts';
import { enterList } from '../../ui/table/keyboard/focus-list.ts';

type Props = {
  readonly label: string;
  readonly placeholder: string;
  readonly q: string;
  /** Whether the field has the focus at first. */
  readonly isFocused?: boolean;
  readonly change: (q: string) => void;
};

/** Typing searches after this pause, in milliseconds. */
const TYPING_MS = 120;

/** Shows the field of a search, which searches while typing, at once on Enter; ↓ goes to the results, Escape clears it. */
export function SearchField({ label, placeholder, q, isFocused = true, change }: Props) {
  const { typed, type, flush } = useDraft(q, change, { delay: TYPING_MS });
  const input = useRef<HTMLInputElement>(null);
  // The caret starts after the present query.
  useEffect(() => {
    if (isFocused) input.current?.focus();
  }, [isFocused]);
  return (
    <TextInput
      ref={input}
      flex="1 1 auto"
      maw={560}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
      value={typed}
      maxLength={500}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') flush();
        if (event.key === 'ArrowDown') enterList(event, flush);
        if (event.key === 'Escape') type('');
      }}
      onBlur={flush}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

import { TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { useRef } from 'react';
import { useDraft } from '../address/use-draft.ts';
import { onAnyKeyboard } from '../shifted-keys.ts';
import { enterList } from '../table/keyboard/focus-list.ts';

type Props = {
  /** Names the field, as label and placeholder: `Filter versions`. */
  readonly label: string;
  readonly text: string;
  readonly change: (text: string) => void;
  /** Where there is room for it, in pixels. */
  readonly width?: number;
};

const ACCEPTS_TEXT =
  '[role="dialog"], [role="menu"], textarea, select, input:not([type="checkbox"], [type="radio"])';

/** Narrows the list below it. `/` moves the keyboard here, ↓ and Enter to the list, Escape empties the field and then leaves it. */
export function FilterField({ label, text, change, width = 200 }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const { typed, type, flush } = useDraft(text, change);
  const onSlash = (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest(ACCEPTS_TEXT)) return;
    event.preventDefault();
    input.current?.focus();
  };
  // Checkboxes and switches of the list are inputs too, but have no use for a slash.
  useHotkeys(
    onAnyKeyboard('/').map((keys) => [keys, onSlash, { preventDefault: false }]),
    [],
  );
  return (
    <TextInput
      ref={input}
      // It gives way before the facets beside it do: what is typed scrolls, a facet that is cut cannot be read.
      flex={`0 1000 ${width}px`}
      miw={110}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconFilter size={14} stroke={1.75} aria-hidden />}
      rightSection={typed === '' ? <kbd className="key">/</kbd> : null}
      value={typed}
      maxLength={300}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        enterList(event, flush);
        if (event.key !== 'Escape') return;
        if (typed === '') input.current?.blur();
        else type('');
      }}
      onBlur={flush}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

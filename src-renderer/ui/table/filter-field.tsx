import { TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import classes from './filter-field.module.css';

type Props = {
  /** What is filtered, as label and placeholder: `Filter versions`. */
  readonly label: string;
  readonly text: string;
  readonly change: (text: string) => void;
};

/** Typing changes the list at most this often, in milliseconds. */
const TYPING_MS = 80;

const ACCEPTS_TEXT =
  '[role="dialog"], [role="menu"], textarea, select, input:not([type="checkbox"], [type="radio"])';

/** The field above a list that narrows it. `/` goes to it, Escape empties and then leaves it. */
export function FilterField({ label, text, change }: Props) {
  const [typed, setTyped] = useState(text);
  const reported = useRef(text);
  const input = useRef<HTMLInputElement>(null);
  const reportChange = useDebouncedCallback((next: string) => {
    reported.current = next;
    change(next);
  }, TYPING_MS);
  // The address also changes by other hands: back, "Clear filters".
  useEffect(() => {
    if (text === reported.current) return;
    reported.current = text;
    setTyped(text);
  }, [text]);
  const onSlash = (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest(ACCEPTS_TEXT)) return;
    event.preventDefault();
    input.current?.focus();
  };
  // Boxes and switches of the list are inputs too, but have no use for a slash.
  useHotkeys([['/', onSlash, { preventDefault: false }]], []);
  const set = (next: string) => {
    setTyped(next);
    reportChange(next);
  };
  return (
    <TextInput
      ref={input}
      className={classes.field}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconFilter size={14} stroke={1.75} aria-hidden />}
      rightSection={typed === '' ? <kbd className={classes.key}>/</kbd> : null}
      value={typed}
      maxLength={300}
      onChange={(event) => set(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        if (typed === '') input.current?.blur();
        else set('');
      }}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

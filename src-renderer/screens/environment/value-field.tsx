import { TextInput } from '@mantine/core';
import { type ClipboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Reveal, SecretArea } from './secret-area.tsx';

type Props = {
  readonly value: string;
  readonly change: (value: string) => void;
  readonly error: ReactNode;
  readonly description: ReactNode;
  readonly autoFocus?: boolean;
};

/**
 * The field for a value: a password field; once several lines are pasted (a key, a certificate) an area that keeps
 * their breaks, which a password field would drop without a word.
 */
export function ValueField({ value, change, error, description, autoFocus = false }: Props) {
  const [shown, setShown] = useState(false);
  const [isArea, setIsArea] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const before = useRef(isArea);
  useEffect(() => {
    if (before.current === isArea) return;
    before.current = isArea;
    (isArea ? area : input).current?.focus();
  }, [isArea]);

  function onPaste(event: ClipboardEvent<HTMLInputElement>): void {
    const text = event.clipboardData.getData('text/plain');
    // A break at the very end is one of the copying, not of the value.
    if (!/[\r\n]/.test(text.replace(/\r?\n$/, ''))) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const start = selectionStart ?? value.length;
    change(value.slice(0, start) + text + value.slice(selectionEnd ?? start));
    setIsArea(true);
  }

  const hint = /^\s|\s$/.test(value)
    ? 'Begins or ends with a space or a break, which builds get as well.'
    : description;
  const given = { label: 'Value', value, error, description: hint };
  const reveal = { what: 'value', shown, change: setShown };
  if (isArea) {
    const write = (next: string) => {
      change(next);
      if (next === '') setIsArea(false);
    };
    return <SecretArea {...given} {...reveal} ref={area} rows={5} write={write} />;
  }
  return (
    <TextInput
      {...given}
      ref={input}
      type={shown ? 'text' : 'password'}
      classNames={{ input: 'mono' }}
      onChange={(event) => change(event.currentTarget.value)}
      onPaste={onPaste}
      rightSection={<Reveal {...reveal} />}
      autoComplete="off"
      spellCheck={false}
      data-autofocus={autoFocus || undefined}
    />
  );
}

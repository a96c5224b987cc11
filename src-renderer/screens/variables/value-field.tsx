import { TextInput } from '@mantine/core';
import { type ClipboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useSecretsHidden } from '../../features/presenter/presenter-mode.ts';
import { RevealButton, SecretTextarea } from './secret-textarea.tsx';

type Props = {
  readonly value: string;
  readonly change: (value: string) => void;
  readonly error: ReactNode;
  readonly description: ReactNode;
  readonly autoFocus?: boolean;
};

/**
 * Edits a value in a password field; after a multi-line paste (a key, a certificate) in a text area, since a password
 * field would silently drop the line breaks.
 */
export function ValueField({ value, change, error, description, autoFocus = false }: Props) {
  const [shown, setShown] = useState(false);
  const isHidden = useSecretsHidden();
  const [isMultiline, setIsMultiline] = useState(false);
  const textarea = useRef<HTMLTextAreaElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const wasMultiline = useRef(isMultiline);
  useEffect(() => {
    if (wasMultiline.current === isMultiline) return;
    wasMultiline.current = isMultiline;
    (isMultiline ? textarea : input).current?.focus();
  }, [isMultiline]);

  function onPaste(event: ClipboardEvent<HTMLInputElement>): void {
    const text = event.clipboardData.getData('text/plain');
    // A trailing line break comes from copying and is not part of the value.
    if (!/[\r\n]/.test(text.replace(/\r?\n$/, ''))) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const start = selectionStart ?? value.length;
    change(value.slice(0, start) + text + value.slice(selectionEnd ?? start));
    setIsMultiline(true);
  }

  const hint = /^\s|\s$/.test(value)
    ? 'Starts or ends with a space or line break, which builds receive too.'
    : description;
  const fieldProps = { label: 'Value', value, error, description: hint };
  const revealProps = { what: 'value', shown, change: setShown };
  if (isMultiline) {
    const write = (next: string) => {
      change(next);
      if (next === '') setIsMultiline(false);
    };
    return <SecretTextarea {...fieldProps} {...revealProps} ref={textarea} rows={5} write={write} />;
  }
  return (
    <TextInput
      {...fieldProps}
      ref={input}
      type={shown && !isHidden ? 'text' : 'password'}
      classNames={{ input: 'mono' }}
      onChange={(event) => change(event.currentTarget.value)}
      onPaste={onPaste}
      rightSection={!isHidden && <RevealButton {...revealProps} />}
      autoComplete="off"
      spellCheck={false}
      data-autofocus={autoFocus || undefined}
    />
  );
}

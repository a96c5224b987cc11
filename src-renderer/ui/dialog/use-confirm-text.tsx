import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';

type ConfirmText = {
  /** Whether the text was typed, or none is asked for. */
  readonly isConfirmed: boolean;
  /** The field to type it into. */
  readonly field: ReactNode;
};

/** Asks for a text to be typed before much is lost; asks for nothing without a text. */
export function useConfirmText(requiredText: string | undefined): ConfirmText {
  const [typed, setTyped] = useState('');
  if (requiredText === undefined) return { isConfirmed: true, field: null };
  const field = (
    <TextInput
      label={
        <>
          Type <span className="mono">{requiredText}</span> to confirm
        </>
      }
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      autoComplete="off"
      spellCheck={false}
      data-autofocus
    />
  );
  return { isConfirmed: typed.trim() === requiredText, field };
}

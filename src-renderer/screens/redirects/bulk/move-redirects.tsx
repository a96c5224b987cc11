import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { formatCount, pluralize } from '../../../ui/format.ts';
import { formatRedirect, type RedirectView } from '../list/redirect-view.ts';

type Props = {
  readonly ids: readonly number[];
  readonly rules: readonly RedirectView[];
  /** Moves redirects so that the first of them has this position, from 0, among the others. */
  readonly move: (ids: readonly number[], to: number) => void;
  readonly close: () => void;
};

/** Asks for the position that the selected redirects are moved before. */
export function MoveRedirects({ ids, rules, move, close }: Props) {
  const [typed, setTyped] = useState('');
  const position = /^\d+$/.test(typed.trim()) ? Number(typed) : 0;
  const moved = new Set(ids);
  const next = rules.slice(position - 1).find(({ id }) => !moved.has(id));
  const isValid = position >= 1 && position <= rules.length;
  const label = `Move ${pluralize(ids.length, 'redirect')}`;
  const submit = () => {
    move(ids, rules.slice(0, position - 1).filter(({ id }) => !moved.has(id)).length);
    close();
  };
  return (
    <FormDialog
      title={label}
      close={close}
      form={{ submit, isBusy: false }}
      submitLabel={label}
      ready={isValid}
      disabledReason={
        typed.trim() === '' || isValid ? undefined : `Type a number from 1 to ${formatCount(rules.length)}.`
      }
    >
      <TextInput
        label="Before position"
        description="They keep their order. A position is the number at the beginning of a row."
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        data-autofocus
      />
      {isValid && (
        <p className="dim" style={{ marginTop: 8, overflowWrap: 'anywhere' }}>
          {next ? `They are then tried right before ${formatRedirect(next)}.` : 'They are then tried last.'}
        </p>
      )}
    </FormDialog>
  );
}

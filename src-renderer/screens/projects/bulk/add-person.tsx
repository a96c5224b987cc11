import { TextInput } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { desk, deskClient, fieldErrors, problemOf } from '../../../api/desk.ts';
import { BulkDialog } from '../../../ui/dialog/bulk-dialog.tsx';
import { countChanges } from '../../../ui/dialog/bulk-report.tsx';
import { usePreview } from '../../../ui/dialog/use-preview.ts';
import { notifyUndoable } from '../../../ui/feedback/notify.tsx';
import { formatCount, pluralize } from '../../../ui/format.ts';

type Props = { readonly slugs: readonly string[]; readonly close: () => void };

const OUTCOME_LABELS = { change: 'Becomes a maintainer' };
const MAX_SUGGESTIONS = 8;
const SUGGESTIONS_ID = 'people-to-add';

/** Makes a user a maintainer of several projects. */
export function AddPerson({ slugs, close }: Props) {
  const [name, setName] = useState('');
  const username = name.trim();
  const hasUsername = username !== '';
  const { data: found } = useQuery({
    ...desk.palette.find.queryOptions({ text: username, limit: MAX_SUGGESTIONS }),
    enabled: hasUsername,
    placeholderData: keepPreviousData,
  });
  const suggestions = (found ?? []).flatMap(({ kind, label }) => (kind === 'person' ? [label] : []));
  const input = () => ({ slugs: [...slugs], username });
  const { report, problem } = usePreview(
    () => deskClient.projects.previewPerson.query(input()),
    [username],
    hasUsername,
  );
  const add = useMutation(desk.projects.addPerson.mutationOptions());

  const submit = () =>
    add.mutate(input(), {
      onSuccess: (added) => {
        const count = countChanges(added.answer.items);
        close();
        notifyUndoable(`Added ${username} to ${pluralize(count, 'project')}`, added);
      },
    });

  const failure = add.error ?? problem;
  const usernameError = failure ? fieldErrors(failure).username : undefined;
  return (
    <BulkDialog
      title="Add a person"
      close={close}
      items={failure ? undefined : report?.items}
      outcomeLabels={OUTCOME_LABELS}
      confirmLabel={(count) => `Add to ${formatCount(count)}`}
      disabledReason={hasUsername ? undefined : 'Enter a username.'}
      busy={add.isPending}
      problem={failure && usernameError === undefined ? problemOf(failure).message : undefined}
      submit={submit}
    >
      <TextInput
        label="Username"
        list={SUGGESTIONS_ID}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={usernameError}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <datalist id={SUGGESTIONS_ID}>
        {suggestions.map((person) => (
          <option key={person} value={person} />
        ))}
      </datalist>
    </BulkDialog>
  );
}

import { TextInput } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { desk, deskClient, fieldErrors, problemOf } from '../../../api/desk.ts';
import { changing } from '../../../ui/dialog/bulk-report.tsx';
import { tellDone } from '../../../ui/feedback/tell.tsx';
import { countOf } from '../../../ui/time-words.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { usePreview } from './use-preview.ts';

type Props = { readonly slugs: readonly string[]; readonly close: () => void };

const WORDS = { change: 'Becomes a maintainer' };
const OFFERED = 8;
const OFFERS = 'people-to-add';

/** Makes somebody a maintainer of many projects. */
export function AddPerson({ slugs, close }: Props) {
  const [name, setName] = useState('');
  const username = name.trim();
  const wanted = username !== '';
  const { data: found } = useQuery({
    ...desk.search.find.queryOptions({ text: username, limit: OFFERED }),
    enabled: wanted,
    placeholderData: keepPreviousData,
  });
  const people = (found ?? []).flatMap(({ kind, label }) => (kind === 'person' ? [label] : []));
  const input = () => ({ slugs: [...slugs], username });
  const { report, problem } = usePreview(
    () => deskClient.projects.previewPerson.query(input()),
    [username],
    wanted,
  );
  const add = useMutation(desk.projects.addPerson.mutationOptions());

  const submit = () =>
    add.mutate(input(), {
      onSuccess: ({ items }) => {
        close();
        void tellDone(`Added ${username} to ${countOf(changing(items), 'project')}`);
      },
    });

  const failed = add.error ?? problem;
  const beside = failed ? fieldErrors(failed).username : undefined;
  return (
    <BulkDialog
      title="Add a person"
      close={close}
      items={failed ? undefined : report?.items}
      words={WORDS}
      act={(count) => `Add to ${count.toLocaleString('en-GB')}`}
      notYet={wanted ? undefined : 'Name somebody.'}
      busy={add.isPending}
      problem={failed && beside === undefined ? problemOf(failed).message : undefined}
      submit={submit}
    >
      <TextInput
        label="Username"
        list={OFFERS}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={beside}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <datalist id={OFFERS}>
        {people.map((person) => (
          <option key={person} value={person} />
        ))}
      </datalist>
    </BulkDialog>
  );
}

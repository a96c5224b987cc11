import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { desk, deskClient } from '../../../api/desk.ts';
import type { RemoteSummary } from '../../../features/live-service/remotes.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { pluralize } from '../../../ui/format.ts';
import classes from '../sync.module.css';

type Props = { readonly remote: RemoteSummary; readonly close: () => void };

/** Chooses projects that are only here, to be created on the service by a push. */
export function CreateThere({ remote, close }: Props) {
  const [text, setText] = useState('');
  const { data } = useQuery({
    ...desk.sync.creatable.queryOptions({ remote: remote.id, text: text.trim() }),
    placeholderData: keepPreviousData,
  });
  const form = useForm({
    initialValues: { slugs: [] as readonly string[] },
    save: ({ slugs }) => deskClient.sync.create.mutate({ remote: remote.id, slugs: [...slugs] }),
    message: (_, { slugs }) =>
      `The next push creates ${pluralize(slugs.length, 'project')} on ${remote.name}`,
    onSaved: close,
  });
  const { slugs } = form.values;
  const toggle = (slug: string) =>
    form.change({ slugs: slugs.includes(slug) ? slugs.filter((each) => each !== slug) : [...slugs, slug] });
  return (
    <FormDialog
      title={`Create on ${remote.name}`}
      form={form}
      close={close}
      submitLabel={slugs.length === 0 ? 'Create' : `Create ${pluralize(slugs.length, 'project')}`}
      ready={slugs.length > 0}
      disabledReason={slugs.length === 0 ? 'Choose a project.' : undefined}
    >
      <Text c="var(--text-2)" mb="sm">
        These projects are only here. Nothing is sent now: their creation appears in Outgoing, and you push
        it.
      </Text>
      <TextInput
        aria-label="Find a project"
        placeholder="Find a project"
        value={text}
        data-autofocus
        onChange={(event) => setText(event.currentTarget.value)}
        mb="sm"
      />
      <Stack gap={6} className={classes.review}>
        {data?.map(({ slug, name }) => (
          <Checkbox
            key={slug}
            label={
              <>
                {name} <span className="mono dimmer">{slug}</span>
              </>
            }
            checked={slugs.includes(slug)}
            onChange={() => toggle(slug)}
          />
        ))}
        {data?.length === 0 && <span className="dim">No project matches that is only here.</span>}
      </Stack>
    </FormDialog>
  );
}

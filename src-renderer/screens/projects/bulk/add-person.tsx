import { TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { desk, deskClient, fieldErrors } from '../../../api/desk.ts';
import { BulkDialog } from '../../../ui/dialog/bulk-dialog.tsx';
import { countChanges } from '../../../ui/dialog/bulk-report.tsx';
import { usePreview } from '../../../ui/dialog/use-preview.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { formatCount, pluralize } from '../../../ui/format.ts';

type Props = { readonly slugs: readonly string[]; readonly close: () => void };

const OUTCOME_LABELS = { change: 'Becomes a maintainer' };
const MAX_SUGGESTIONS = 8;
const SUGGESTIONS_ID = 'people-to-add';

/** Makes a user a maintainer of several projects. */
export function AddPerson({ slugs, close }: Props) {
  const input = (name: string) => ({ slugs: [...slugs], username: name.trim() });
  const form = useForm({
    initialValues: { username: '' },
    save: (values) => deskClient.projects.addPerson.mutate(input(values.username)),
    onSaved: close,
    message: ({ answer }, values) =>
      `Added ${values.username.trim()} to ${pluralize(countChanges(answer.items), 'project')}`,
  });
  const username = form.values.username.trim();
  const hasUsername = username !== '';
  const { data: found } = useQuery({
    ...desk.palette.find.queryOptions({ text: username, limit: MAX_SUGGESTIONS }),
    enabled: hasUsername,
    placeholderData: keepPreviousData,
  });
  const suggestions = (found ?? []).flatMap(({ kind, label }) => (kind === 'person' ? [label] : []));
  const { report, problem, retry } = usePreview(
    () => deskClient.projects.previewPerson.query(input(username)),
    [username],
    hasUsername,
  );
  const field = form.field('username');
  const usernameError = problem ? fieldErrors(problem).username : undefined;
  return (
    <BulkDialog
      title="Add a person"
      close={close}
      items={problem ? undefined : report?.items}
      outcomeLabels={OUTCOME_LABELS}
      confirmLabel={(count) => (count === 0 ? 'Add' : `Add to ${formatCount(count)}`)}
      disabledReason={hasUsername ? undefined : 'Enter a username.'}
      form={form}
      previewError={usernameError === undefined ? problem : undefined}
      retryPreview={retry}
      subjects={slugs}
    >
      <TextInput
        label="Username"
        list={SUGGESTIONS_ID}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...field}
        error={field.error ?? usernameError}
      />
      <datalist id={SUGGESTIONS_ID}>
        {suggestions.map((person) => (
          <option key={person} value={person} />
        ))}
      </datalist>
    </BulkDialog>
  );
}

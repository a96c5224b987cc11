import { PasswordInput, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { EnvironmentVariableBody } from '../../../../src-server/model/variables/environment-variable.ts';
import { desk, deskClient, fieldErrors, problemOf } from '../../../api/desk.ts';
import { BulkDialog } from '../../../ui/dialog/bulk-dialog.tsx';
import { countChanges } from '../../../ui/dialog/bulk-report.tsx';
import { usePreview } from '../../../ui/dialog/use-preview.ts';
import { notifyUndoable } from '../../../ui/feedback/notify.tsx';
import { pluralize } from '../../../ui/format.ts';

type Props = { readonly slugs: readonly string[]; readonly close: () => void };

const OUTCOME_LABELS = { add: 'Will be added', replace: 'Will be replaced', same: 'Already has this value' };

/** Sets an environment variable on several projects. */
export function SetVariable({ slugs, close }: Props) {
  const form = useForm({
    initialValues: { name: '', value: '' },
    validate: schemaResolver(EnvironmentVariableBody, { sync: true }),
    validateInputOnBlur: true,
  });
  const { values } = form;
  const isComplete = EnvironmentVariableBody.safeParse(values).success;
  const input = () => ({ slugs: [...slugs], ...values });
  const { report, problem } = usePreview(
    () => deskClient.projects.previewVariable.query(input()),
    [values],
    isComplete,
  );
  const set = useMutation(desk.projects.setVariable.mutationOptions());

  function submit(): void {
    if (form.validate().hasErrors) return;
    set.mutate(input(), {
      onSuccess: (changed) => {
        const count = countChanges(changed.answer.items);
        close();
        notifyUndoable(`Set ${values.name} on ${pluralize(count, 'project')}`, changed);
      },
      onError: (error) => form.setErrors(fieldErrors(error)),
    });
  }

  const failure = set.error ?? problem;
  return (
    <BulkDialog
      title="Set a variable"
      close={close}
      items={report?.items}
      outcomeLabels={OUTCOME_LABELS}
      confirmLabel={(count) => `Set on ${count.toLocaleString('en-GB')}`}
      disabledReason={isComplete ? undefined : 'Enter a name and a value.'}
      busy={set.isPending}
      problem={
        failure && Object.keys(fieldErrors(failure)).length === 0 ? problemOf(failure).message : undefined
      }
      submit={submit}
    >
      <Stack gap="lg">
        <TextInput
          label="Name"
          classNames={{ input: 'mono' }}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <PasswordInput
          size="xs"
          label="Value"
          description="Stored encrypted and passed to builds of these projects. It cannot be shown here again."
          autoComplete="off"
          {...form.getInputProps('value')}
        />
      </Stack>
    </BulkDialog>
  );
}

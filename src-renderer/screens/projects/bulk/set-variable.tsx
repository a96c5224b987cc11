import { PasswordInput, Stack, TextInput } from '@mantine/core';
import { EnvironmentVariableBody } from '../../../../src-server/model/variables/environment-variable.ts';
import { deskClient } from '../../../api/desk.ts';
import { BulkDialog } from '../../../ui/dialog/bulk-dialog.tsx';
import { countChanges } from '../../../ui/dialog/bulk-report.tsx';
import { usePreview } from '../../../ui/dialog/use-preview.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { formatCount, pluralize } from '../../../ui/format.ts';

type Props = { readonly slugs: readonly string[]; readonly close: () => void };

const OUTCOME_LABELS = { add: 'Will be added', replace: 'Will be replaced', same: 'Already has this value' };

/** Sets an environment variable on several projects. */
export function SetVariable({ slugs, close }: Props) {
  const form = useForm({
    initialValues: { name: '', value: '' },
    schema: EnvironmentVariableBody,
    save: (values) => deskClient.projects.setVariable.mutate({ slugs: [...slugs], ...values }),
    onSaved: close,
    message: ({ answer }, { name }) => `Set ${name} on ${pluralize(countChanges(answer.items), 'project')}`,
  });
  const { values, isValid } = form;
  const { report, problem, retry } = usePreview(
    () => deskClient.projects.previewVariable.query({ slugs: [...slugs], ...values }),
    [values],
    isValid,
  );
  return (
    <BulkDialog
      title="Set a variable"
      close={close}
      items={report?.items}
      outcomeLabels={OUTCOME_LABELS}
      confirmLabel={(count) => (count === 0 ? 'Set' : `Set on ${formatCount(count)}`)}
      disabledReason={isValid ? undefined : 'Enter a name and a value.'}
      form={form}
      previewError={problem}
      retryPreview={retry}
      subjects={slugs}
    >
      <Stack gap="lg">
        <TextInput
          label="Name"
          classNames={{ input: 'mono' }}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          {...form.field('name')}
        />
        <PasswordInput
          size="xs"
          label="Value"
          description="Stored encrypted and passed to builds of these projects. It cannot be shown here again."
          autoComplete="off"
          {...form.field('value')}
        />
      </Stack>
    </BulkDialog>
  );
}

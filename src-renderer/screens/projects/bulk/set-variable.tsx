import { PasswordInput, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { EnvironmentVariableBody } from '../../../../src-server/model/variables/environment-variable.ts';
import { desk, deskClient, fieldErrors, problemOf } from '../../../api/desk.ts';
import { changing } from '../../../ui/dialog/bulk-report.tsx';
import { tellDone } from '../../../ui/feedback/tell.tsx';
import { countOf } from '../../../ui/time-words.ts';
import classes from './bulk-dialog.module.css';
import { BulkDialog } from './bulk-dialog.tsx';
import { usePreview } from './use-preview.ts';

type Props = { readonly slugs: readonly string[]; readonly close: () => void };

const WORDS = { add: 'Gets it', replace: 'Another value', same: 'Has it already' };

/** Sets one environment variable on many projects. */
export function SetVariable({ slugs, close }: Props) {
  const form = useForm({
    initialValues: { name: '', value: '' },
    validate: schemaResolver(EnvironmentVariableBody, { sync: true }),
    validateInputOnBlur: true,
  });
  const { values } = form;
  const isWhole = EnvironmentVariableBody.safeParse(values).success;
  const input = () => ({ slugs: [...slugs], ...values });
  const { report, problem } = usePreview(
    () => deskClient.projects.previewVariable.query(input()),
    [values],
    isWhole,
  );
  const set = useMutation(desk.projects.setVariable.mutationOptions());

  function submit(): void {
    if (form.validate().hasErrors) return;
    set.mutate(input(), {
      onSuccess: ({ items }) => {
        close();
        void tellDone(`Set ${values.name} on ${countOf(changing(items), 'project')}`);
      },
      onError: (error) => form.setErrors(fieldErrors(error)),
    });
  }

  const failed = set.error ?? problem;
  return (
    <BulkDialog
      title="Set a variable"
      close={close}
      items={report?.items}
      words={WORDS}
      act={(count) => `Set on ${count.toLocaleString('en-GB')}`}
      notYet={isWhole ? undefined : 'Give a name and a value.'}
      busy={set.isPending}
      problem={
        failed && Object.keys(fieldErrors(failed)).length === 0 ? problemOf(failed).message : undefined
      }
      submit={submit}
    >
      <div className={classes.fields}>
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
          description="Kept encrypted. Builds of these projects receive it; nobody can read it here again."
          autoComplete="off"
          {...form.getInputProps('value')}
        />
      </div>
    </BulkDialog>
  );
}

import { Group, Select, Text, Textarea, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { REQUEST_METHODS } from '../../../src-server/model/requests/methods.ts';
import { desk, deskClient } from '../../api/desk.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { notify } from '../../ui/feedback/notify.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { truncate } from '../../ui/format.ts';
import { formatBody } from './format-request.ts';
import type { OpenRequest } from './request-detail.ts';
import classes from './requests.module.css';

type Props = {
  readonly detail: OpenRequest;
  readonly close: () => void;
  /** Opens the new request. */
  readonly open: (id: number) => void;
};

/** Sends a request again as its user, as it was or edited; says first what that would change. */
export function ReplayDialog({ detail, close, open }: Props) {
  const { request, replay } = detail;
  const initialValues = {
    method: request.method,
    path: request.path,
    body: request.requestBody.state === 'kept' && isJson(request) ? formatBody(replay.body) : replay.body,
  };
  const form = useForm({
    initialValues,
    save: ({ method, path, body }) =>
      deskClient.requests.replay.mutate({
        id: request.id,
        method,
        path,
        // The layout is for reading; what was not edited is sent as it came.
        body: body === initialValues.body ? replay.body : body,
      }),
    onSaved({ status, lastId }) {
      close();
      notify(`Sent again: status ${status}`, { label: 'Show', run: () => open(lastId) });
    },
  });
  const { method, path, body } = form.values;
  const { data: preview } = useQuery({
    ...desk.requests.previewReplay.queryOptions({ method, path }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const isSame =
    method === initialValues.method && path === initialValues.path && body === initialValues.body;
  const blocked = isSame ? (replay.problem ?? undefined) : undefined;
  const caller = request.user === null ? 'without a user' : `as ${truncate(request.user)}`;
  return (
    <FormDialog
      title={`Send request ${request.id} again`}
      size={620}
      form={form}
      close={close}
      submitLabel={`Send ${caller}`}
      disabledReason={blocked}
    >
      <Group align="flex-end" gap="sm" wrap="nowrap">
        <Select
          label="Method"
          size="xs"
          searchable
          w={110}
          flex="none"
          data={REQUEST_METHODS}
          allowDeselect={false}
          {...form.field('method')}
        />
        <TextInput
          label="Path"
          size="xs"
          flex={1}
          classNames={{ input: 'mono' }}
          autoComplete="off"
          spellCheck={false}
          {...form.field('path')}
        />
      </Group>
      <Textarea
        label="Body"
        mt="md"
        autosize
        minRows={3}
        maxRows={14}
        classNames={{ input: 'mono' }}
        spellCheck={false}
        {...form.field('body')}
      />
      <Text component="p" mt="md" className={preview?.changes ? classes.warning : 'dim'} role="status">
        {preview?.text ?? '…'} {replay.signature}
      </Text>
    </FormDialog>
  );
}

function isJson({ requestHeaders }: OpenRequest['request']): boolean {
  return requestHeaders.some(
    ([name, value]) => name.toLowerCase() === 'content-type' && value.startsWith('application/json'),
  );
}

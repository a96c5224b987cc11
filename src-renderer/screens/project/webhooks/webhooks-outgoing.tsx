import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { BuildWebhookBody } from '../../../../src-server/model/webhooks/build-webhook.ts';
import { desk, fieldErrors } from '../../../api/desk.ts';
import { tell, tellDone, tellProblem } from '../../../ui/feedback/tell.tsx';
import { schemaErrors } from '../../../ui/form/schema-errors.ts';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import classes from './webhooks.module.css';
import type { WebhookRow } from './webhooks-rows.ts';

type Props = { readonly slug: string; readonly webhooks: readonly WebhookRow[] };

/** Who is told of builds, and how the last message was taken. */
export function Outgoing({ slug, webhooks }: Props) {
  const [url, setUrl] = useState('');
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const add = useMutation(
    desk.webhooks.addWebhook.mutationOptions({
      onSuccess() {
        setUrl('');
        void tellDone('Added the webhook');
      },
      onError(error) {
        const wrong = fieldErrors(error).url;
        setRefusal(wrong);
        if (wrong === undefined) tellProblem(error);
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (url.trim() === '' || add.isPending) return;
    const wrong = schemaErrors(BuildWebhookBody, { url }).url;
    setRefusal(wrong);
    if (wrong === undefined) add.mutate({ slug, url });
  };
  return (
    <>
      <h3 className={classes.subtitle}>Told of builds</h3>
      <p className="dim">Each address gets a POST request when a build is triggered and when it ends.</p>
      {webhooks.length > 0 && (
        <ul className={classes.list} aria-label="Told of builds">
          {webhooks.map((row) => (
            <Row key={row.id} slug={slug} row={row} />
          ))}
        </ul>
      )}
      <form className={classes.add} onSubmit={submit} noValidate>
        <TextInput
          label="Add an address"
          size="xs"
          placeholder="https://"
          value={url}
          error={refusal}
          onChange={(event) => {
            setUrl(event.currentTarget.value);
            setRefusal(undefined);
          }}
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" variant="default" aria-disabled={url.trim() === ''} loading={add.isPending}>
          Add
        </Button>
      </form>
    </>
  );
}

function Row({ slug, row }: { readonly slug: string; readonly row: WebhookRow }) {
  const test = useMutation(
    desk.webhooks.testWebhook.mutationOptions({
      onSuccess: ({ status, problem }) => tell(problem ?? `It answered ${status}.`),
      onError: tellProblem,
    }),
  );
  const remove = useMutation(
    desk.webhooks.removeWebhook.mutationOptions({
      onSuccess: () => void tellDone('Removed the webhook'),
      onError: tellProblem,
    }),
  );
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <span className="mono cut" title={row.url}>
          {row.url}
        </span>
        <LastWords last={row.last} />
      </div>
      <div className={classes.acts}>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Send a test to ${row.url}`}
          loading={test.isPending}
          onClick={() => test.mutate({ slug, id: row.id })}
        >
          Send a test
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={`Remove ${row.url}`}
          title={`Remove ${row.url}`}
          loading={remove.isPending}
          onClick={() => remove.mutate({ slug, id: row.id })}
        >
          <IconTrash size={14} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  );
}

const SENT = {
  triggered: 'a build that was triggered',
  finished: 'a build that ended',
  test: 'a test',
} as const;

function LastWords({ last }: Pick<WebhookRow, 'last'>) {
  if (last === null) return <span className="dim">Nothing sent yet</span>;
  return (
    <span className={last.problem === null ? 'dim' : classes.failed}>
      Told of {SENT[last.event]}: {last.problem ?? `it answered ${last.status}.`} <TimeAgo at={last.at} />
    </span>
  );
}

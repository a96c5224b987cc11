import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { desk, problemOf, SLOW_CALL } from '../../../api/desk.ts';
import { notify, notifyError } from '../../../ui/feedback/notify.tsx';
import classes from '../settings/settings.module.css';
import { IncomingWebhooks } from './incoming-webhooks.tsx';
import { OutgoingWebhooks } from './outgoing-webhooks.tsx';

/** Shows incoming integrations, the git hook and outgoing webhooks. Changes apply at once. */
export function Webhooks({ slug }: { readonly slug: string }) {
  const { data, error } = useQuery(desk.webhooks.list.queryOptions({ slug }));
  return (
    <section className={classes.section} aria-label="Webhooks">
      <Title order={2} mt="sm">
        Webhooks
      </Title>
      {!data && !error && <Skeleton height={96} radius="lg" animate={false} aria-label="Loading" />}
      {error && <p className="dim">{problemOf(error).message}</p>}
      {data && (
        <>
          <IncomingWebhooks slug={slug} server={data.server} integrations={data.integrations} />
          <GitHook slug={slug} />
          <OutgoingWebhooks slug={slug} webhooks={data.webhooks} />
        </>
      )}
    </section>
  );
}

/** Installs the git hook of a local repository; renders nothing for a remote one. */
function GitHook({ slug }: { readonly slug: string }) {
  const { data } = useQuery(desk.webhooks.hook.queryOptions({ slug }, { trpc: SLOW_CALL }));
  const install = useMutation(
    desk.webhooks.installHook.mutationOptions({
      onSuccess: ({ answer: { file } }) => notify(`Installed ${file}`),
      onError: notifyError,
    }),
  );
  const remove = useMutation(
    desk.webhooks.removeHook.mutationOptions({
      onSuccess: () => notify('Removed the git hook'),
      onError: notifyError,
    }),
  );
  if (!data) return null;
  const { installed, event, folder, problem } = data;
  const isInstalled = installed.length > 0;
  return (
    <>
      <Text component="h3" fw={600} mt="sm">
        Git hook
      </Text>
      <Group gap="sm" justify="space-between" wrap="nowrap">
        <p className="dim">
          {problem ??
            (isInstalled
              ? `Each ${installed.map((hook) => hook.event).join(', ')} in ${folder} triggers a build.`
              : `A ${event} hook in ${folder} triggers a build of the branch. It does nothing while Lectern is not running.`)}
        </p>
        {problem === null && (
          <Button
            variant="default"
            flex="none"
            loading={install.isPending || remove.isPending}
            onClick={() => (isInstalled ? remove.mutate({ slug }) : install.mutate({ slug }))}
          >
            {isInstalled ? 'Remove hook' : 'Install hook'}
          </Button>
        )}
      </Group>
    </>
  );
}

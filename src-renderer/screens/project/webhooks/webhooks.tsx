import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { desk, problemOf } from '../../../api/desk.ts';
import { notify, notifyError } from '../../../ui/feedback/notify.tsx';
import classes from '../settings/settings.module.css';
import { IncomingWebhooks } from './incoming-webhooks.tsx';
import { OutgoingWebhooks } from './outgoing-webhooks.tsx';
import hookClasses from './webhooks.module.css';

/** Shows incoming integrations, the git hook and outgoing webhooks. Changes apply at once. */
export function Webhooks({ slug }: { readonly slug: string }) {
  const { data, error } = useQuery(desk.webhooks.list.queryOptions({ slug }));
  return (
    <section className={classes.section} aria-label="Webhooks">
      <h2 className={classes.title}>Webhooks</h2>
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
  const { data } = useQuery(desk.webhooks.hook.queryOptions({ slug }));
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
      <h3 className={hookClasses.subtitle}>Git hook</h3>
      <div className={hookClasses.bar}>
        <p className="dim">
          {problem ??
            (isInstalled
              ? `Each ${installed.map((hook) => hook.event).join(', ')} in ${folder} triggers a build.`
              : `A ${event} hook in ${folder} triggers a build of the branch. It does nothing while Lectern is not running.`)}
        </p>
        {problem === null && (
          <Button
            variant="default"
            loading={install.isPending || remove.isPending}
            onClick={() => (isInstalled ? remove.mutate({ slug }) : install.mutate({ slug }))}
          >
            {isInstalled ? 'Remove hook' : 'Install hook'}
          </Button>
        )}
      </div>
    </>
  );
}

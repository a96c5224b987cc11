import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { desk } from '../../../api/desk.ts';
import { notify, notifyError } from '../../../ui/feedback/notify.tsx';
import classes from './webhooks.module.css';

/** Installs the git hook of a local repository; renders nothing for a remote one. */
export function GitHook({ slug }: { readonly slug: string }) {
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
      <h3 className={classes.subtitle}>Git hook</h3>
      <div className={classes.bar}>
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

import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { desk, problemOf } from '../../api/desk.ts';
import { notify, notifyError } from '../../ui/feedback/notify.tsx';
import { NotFoundScreen } from '../not-found-screen.tsx';

type NoPageProps = { readonly slug: string; readonly message?: string };

/** Shows that a project has nothing at an address, or that the project itself was removed. */
export function NoPageOfProject({ slug, message }: NoPageProps) {
  const { error, isPending } = useQuery(desk.project.header.queryOptions({ slug }));
  if (isPending) return null;
  if (error && problemOf(error).name === 'NotFound') return <NoProject slug={slug} />;
  return <NotFoundScreen {...(message !== undefined && { message })} />;
}

/** Shows that no project has this slug; a removed one can be restored from here. */
export function NoProject({ slug }: { readonly slug: string }) {
  const { data: trash } = useQuery(desk.settings.trash.queryOptions());
  const restore = useMutation(desk.settings.restoreTrash.mutationOptions());
  const removed = trash?.find(({ kind, name }) => kind === 'project' && name === slug);
  if (!removed) return <NotFoundScreen message={`No project has the slug ${slug}.`} />;
  const restoreProject = () =>
    restore.mutate({ id: removed.id }, { onSuccess: () => notify(`Restored ${slug}`), onError: notifyError });
  return (
    <NotFoundScreen
      title={`${slug} was removed`}
      message="It is still in the trash."
      action={
        <Button
          leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
          loading={restore.isPending}
          onClick={restoreProject}
        >
          Restore
        </Button>
      }
    />
  );
}

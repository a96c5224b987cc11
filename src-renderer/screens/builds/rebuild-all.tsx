import { useMutation, useQuery } from '@tanstack/react-query';
import { desk } from '../../api/desk.ts';
import { useRebuildDialog } from '../../features/rebuild-dialog-state.ts';
import { requestTrust } from '../../features/trust/request-trust.ts';
import { BulkDialog } from '../../ui/dialog/bulk-dialog.tsx';
import { notify, notifyError } from '../../ui/feedback/notify.tsx';
import { formatCount, pluralize } from '../../ui/format.ts';

/** Previews and starts builds of all active versions of a project. Opened by `useRebuildDialog`. */
export function RebuildAll({ slug }: { readonly slug: string }) {
  const close = useRebuildDialog((state) => state.close);
  const {
    data: items,
    error,
    refetch,
  } = useQuery(desk.builds.previewRebuild.queryOptions({ project: slug }));
  const rebuild = useMutation(
    desk.builds.rebuildAll.mutationOptions({
      onSuccess({ answer: count }) {
        close();
        notify(`Queued ${pluralize(count, 'build')} of ${slug}`);
      },
      onError: notifyError,
    }),
  );
  // The preview closes for the trust question and does not reopen.
  const submit = () => {
    requestTrust([slug], close).then((allowed) => allowed && rebuild.mutate({ project: slug }), notifyError);
  };

  return (
    <BulkDialog
      title={`Rebuild ${slug}`}
      close={close}
      items={items}
      outcomeLabels={{ change: 'Will be built' }}
      noun="active version"
      verb="will be built"
      confirmLabel={(count) => `Rebuild ${formatCount(count)}`}
      disabledReason={items?.length === 0 ? 'No active versions.' : undefined}
      form={{ submit, isBusy: rebuild.isPending }}
      previewError={error}
      retryPreview={refetch}
    >
      <p className="dim">Every active version is built again. Its pages stay until the new ones are ready.</p>
    </BulkDialog>
  );
}

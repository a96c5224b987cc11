import { useMutation, useQuery } from '@tanstack/react-query';
import { desk, problemOf } from '../../api/desk.ts';
import { useRebuildDialog } from '../../features/rebuild-dialog-state.ts';
import { requestTrust } from '../../features/trust/request-trust.ts';
import { notify, notifyError } from '../../ui/feedback/notify.tsx';
import { pluralize } from '../../ui/format.ts';
import { BulkDialog } from '../projects/bulk/bulk-dialog.tsx';

/** Builds all active versions of a project anew: which ones, then the act. Opened from anywhere by `useRebuild`. */
export function RebuildAll({ slug }: { readonly slug: string }) {
  const close = useRebuildDialog((state) => state.close);
  const { data: items, error } = useQuery(desk.builds.previewRebuild.queryOptions({ project: slug }));
  const rebuild = useMutation(
    desk.builds.rebuildAll.mutationOptions({
      onSuccess({ answer: count }) {
        close();
        notify(`Queued ${pluralize(count, 'build')} of ${slug}`);
      },
      onError: notifyError,
    }),
  );
  // The preview makes way for the question, and comes back no more.
  const submit = () => {
    requestTrust([slug], undefined, close).then(
      (allowed) => allowed && rebuild.mutate({ project: slug }),
      notifyError,
    );
  };

  return (
    <BulkDialog
      title={`Rebuild ${slug}`}
      close={close}
      items={items}
      outcomeLabels={{ change: 'Is built' }}
      noun="active version"
      verb="will be built"
      confirmLabel={(count) => `Rebuild ${count.toLocaleString('en-GB')}`}
      disabledReason={items?.length === 0 ? 'No version is active.' : undefined}
      busy={rebuild.isPending}
      problem={error ? problemOf(error).message : undefined}
      submit={submit}
    >
      <p className="dim">Every active version is built anew. Its pages stay until the new ones are there.</p>
    </BulkDialog>
  );
}

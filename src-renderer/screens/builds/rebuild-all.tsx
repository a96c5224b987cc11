import { useMutation, useQuery } from '@tanstack/react-query';
import { desk, problemOf } from '../../api/desk.ts';
import { useRebuild } from '../../features/rebuild.ts';
import { askTrust } from '../../features/trust/ask-trust.ts';
import { tell, tellProblem } from '../../ui/feedback/tell.tsx';
import { countOf } from '../../ui/time-words.ts';
import { BulkDialog } from '../projects/bulk/bulk-dialog.tsx';

/** Builds all active versions of a project anew: which ones, then the act. Opened from anywhere by `useRebuild`. */
export function RebuildAll({ slug }: { readonly slug: string }) {
  const close = useRebuild((state) => state.close);
  const { data: items, error } = useQuery(desk.builds.previewRebuild.queryOptions({ project: slug }));
  const rebuild = useMutation(
    desk.builds.rebuildAll.mutationOptions({
      onSuccess(count) {
        close();
        tell(`Queued ${countOf(count, 'build')} of ${slug}`);
      },
      onError: tellProblem,
    }),
  );
  // The preview makes way for the question, and comes back no more.
  const submit = () => {
    askTrust([slug], undefined, close).then(
      (allowed) => allowed && rebuild.mutate({ project: slug }),
      tellProblem,
    );
  };

  return (
    <BulkDialog
      title={`Rebuild ${slug}`}
      close={close}
      items={items}
      words={{ change: 'Is built' }}
      noun="active version"
      verb="will be built"
      act={(count) => `Rebuild ${count.toLocaleString('en-GB')}`}
      notYet={items?.length === 0 ? 'No version is active.' : undefined}
      busy={rebuild.isPending}
      problem={error ? problemOf(error).message : undefined}
      submit={submit}
    >
      <p className="dim">Every active version is built anew. Its pages stay until the new ones are there.</p>
    </BulkDialog>
  );
}

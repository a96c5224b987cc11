import { useMutation } from '@tanstack/react-query';
import { desk, queryClient } from '../../api/desk.ts';
import { notifyError } from '../../ui/feedback/notify.tsx';

/** Returns what can be done with a running preview. */
export function usePreviewActions() {
  const onSettled = () => queryClient.invalidateQueries(desk.previews.pathFilter());
  const options = { onError: notifyError, onSettled };
  const stop = useMutation(desk.previews.stop.mutationOptions(options));
  const rebuild = useMutation(desk.previews.rebuild.mutationOptions(options));
  const openEditor = useMutation(desk.previews.openEditor.mutationOptions(options));
  return {
    stop: (id: number) => stop.mutate({ id }),
    rebuild: (id: number) => rebuild.mutate({ id }),
    openEditor: (id: number, problem: number) => openEditor.mutate({ id, problem }),
  };
}

export type PreviewActions = ReturnType<typeof usePreviewActions>;

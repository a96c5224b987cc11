import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { desk } from '../../api/desk.ts';
import { requestTrust } from '../../features/trust/request-trust.ts';
import { notify, notifyError } from '../../ui/feedback/notify.tsx';
import { buildPath } from './use-trigger-build.ts';

/** Actions for a build in a list. */
export type BuildRowActions = ReturnType<typeof useBuildRowActions>;

/** Returns functions that cancel and retry builds, with a notification. */
export function useBuildRowActions() {
  const { mutate: cancel } = useMutation(
    desk.build.cancel.mutationOptions({
      onSuccess: (_, { id }) => notify(`Cancelling build ${id}`),
      onError: notifyError,
    }),
  );
  const { mutate: retry } = useMutation(
    desk.build.retry.mutationOptions({
      onSuccess: ({ answer: { id, project } }) =>
        notify(`Queued build ${id}`, { label: 'Open build', run: () => navigate(buildPath(project, id)) }),
      onError: notifyError,
    }),
  );
  return useMemo(
    () => ({
      cancel: (project: string, id: number) => cancel({ project, id }),
      /** Asks for trust first, if the project is not trusted. */
      retry(project: string, id: number) {
        requestTrust([project]).then((allowed) => allowed && retry({ project, id }), notifyError);
      },
    }),
    [cancel, retry],
  );
}

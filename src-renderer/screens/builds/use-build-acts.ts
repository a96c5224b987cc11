import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { desk } from '../../api/desk.ts';
import { askTrust } from '../../features/trust/ask-trust.ts';
import { tell, tellProblem } from '../../ui/feedback/tell.tsx';
import { buildPath } from './use-trigger.ts';

/** What can be done to a build that is there. */
export type BuildActs = ReturnType<typeof useBuildActs>;

/** Cancels and retries builds, and says so. */
export function useBuildActs() {
  const { mutate: cancel } = useMutation(
    desk.build.cancel.mutationOptions({
      onSuccess: (_, { id }) => tell(`Cancelling build ${id}`),
      onError: tellProblem,
    }),
  );
  const { mutate: retry } = useMutation(
    desk.build.retry.mutationOptions({
      onSuccess: ({ id, project }) =>
        tell(`Queued build ${id}`, { label: 'Open build', run: () => navigate(buildPath(project, id)) }),
      onError: tellProblem,
    }),
  );
  return useMemo(
    () => ({
      cancel: (project: string, id: number) => cancel({ project, id }),
      /** Once the project's code may run here. */
      retry(project: string, id: number) {
        askTrust([project]).then((allowed) => allowed && retry({ project, id }), tellProblem);
      },
    }),
    [cancel, retry],
  );
}

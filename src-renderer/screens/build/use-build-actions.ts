import { useMutation } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { desk } from '../../api/desk.ts';
import { requestTrust } from '../../features/trust/request-trust.ts';
import { notifyError } from '../../ui/feedback/notify.tsx';
import { type BuildOptions, buildPath } from '../builds/use-trigger-build.ts';
import type { BuildDetail } from './build-detail.ts';

/** Cancels a build, or retries it and opens the new build. */
export function useBuildActions({ id, projectSlug: project }: Pick<BuildDetail, 'id' | 'projectSlug'>) {
  const retry = useMutation(
    desk.build.retry.mutationOptions({
      onSuccess: ({ answer: next }) => navigate(buildPath(next.project, next.id)),
      onError: notifyError,
    }),
  );
  const advance = useMutation(desk.build.advance.mutationOptions({ onError: notifyError }));
  const cancel = useMutation(desk.build.cancel.mutationOptions({ onError: notifyError }));
  return {
    /** Asks for trust first, if the project is not trusted. */
    retry({ isFromScratch = false }: BuildOptions = {}): void {
      requestTrust([project]).then(
        (allowed) => allowed && retry.mutate({ project, id, isFromScratch }),
        notifyError,
      );
    },
    isRetrying: retry.isPending,
    advance: () => advance.mutate({ id }),
    isAdvancing: advance.isPending,
    cancel: () => cancel.mutate({ project, id }),
    /** True from the request on; the build ends a little later. */
    isCancelling: (cancel.isPending || cancel.isSuccess) && cancel.variables.id === id,
  };
}

import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { desk } from '../../api/desk.ts';
import { requestTrust } from '../../features/trust/request-trust.ts';
import { notify, notifyError } from '../../ui/feedback/notify.tsx';
import { truncate } from '../../ui/format.ts';

/** Returns the address of a build's screen. */
export function buildPath(project: string, id: number): string {
  return `/projects/${project}/builds/${id}`;
}

/** How a build is asked for. */
export type BuildOptions = { readonly isFromScratch?: boolean };

/** What "Build from scratch" does, for a person. */
export const FROM_SCRATCH_HINT =
  'Clones the repository, makes the environment and builds every page again. Only downloaded packages are used again.';

/** Triggers a build, after asking for trust if needed. Notifies, or opens the build with `opensBuild`. */
export function useTriggerBuild({ opensBuild = false }: { readonly opensBuild?: boolean } = {}) {
  const { mutate, isPending } = useMutation(
    desk.builds.trigger.mutationOptions({
      onSuccess({ answer: { id, project, version } }) {
        const open = () => navigate(buildPath(project, id));
        if (opensBuild) open();
        else notify(`Queued build ${id} of ${truncate(version)}`, { label: 'Open build', run: open });
      },
      onError: notifyError,
    }),
  );
  const trigger = useCallback(
    (project: string, version: string, { isFromScratch = false }: BuildOptions = {}) => {
      requestTrust([project]).then(
        (allowed) => allowed && mutate({ project, version, isFromScratch }),
        notifyError,
      );
    },
    [mutate],
  );
  return { trigger, isPending };
}

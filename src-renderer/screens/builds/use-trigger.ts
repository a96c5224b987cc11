import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { desk } from '../../api/desk.ts';
import { askTrust } from '../../features/trust/ask-trust.ts';
import { tell, tellProblem } from '../../ui/feedback/tell.tsx';

/** Where a build's own screen is. */
export function buildPath(project: string, id: number): string {
  return `/projects/${project}/builds/${id}`;
}

/** Asks for builds and says that they wait, once the project's code may run here. `opens` goes to the build's screen at once. */
export function useTrigger({ opens = false }: { readonly opens?: boolean } = {}) {
  const { mutate, isPending } = useMutation(
    desk.builds.trigger.mutationOptions({
      onSuccess({ id, project, version }) {
        const open = () => navigate(buildPath(project, id));
        if (opens) open();
        else tell(`Queued build ${id} of ${shortened(version)}`, { label: 'Open build', run: open });
      },
      onError: tellProblem,
    }),
  );
  const trigger = useCallback(
    (project: string, version: string) => {
      askTrust([project]).then((allowed) => allowed && mutate({ project, version }), tellProblem);
    },
    [mutate],
  );
  return { trigger, isPending };
}

function shortened(version: string): string {
  return version.length > 40 ? `${version.slice(0, 39)}…` : version;
}

import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { BuildRemedy } from '../../../src-server/model/builds/build-note.ts';
import { desk } from '../../api/desk.ts';
import { notify, notifyError, notifyUndoable } from '../../ui/feedback/notify.tsx';
import { requestBuilds } from './request-trust.ts';

/** A failed build and what makes it pass. */
export type RemediedBuild = {
  readonly id: number;
  readonly project: string;
  readonly remedy: BuildRemedy | null;
};

const ALLOW_AND_BUILD = {
  note: 'Once you allow it, its active versions without a build are built.',
  allowLabel: 'Allow and build',
} as const;

/** Returns the name of the button that applies a remedy; `isShort` for a row of a list. */
export function remedyLabel(remedy: BuildRemedy, { isShort = false } = {}): string {
  if (remedy === 'allow') return 'Allow and build';
  return isShort ? 'Retry with installed tools' : 'Retry with the tools installed here';
}

type Options = { readonly opensBuild?: boolean };

/** Returns a function that does what makes a failed build pass, and builds again; with `opensBuild` it opens that build. */
export function useBuildRemedy({ opensBuild = false }: Options = {}) {
  const show = (project: string, id: number): boolean => {
    if (opensBuild) navigate(`/projects/${project}/builds/${id}`);
    return opensBuild;
  };
  const { mutate: retry, isPending: isRetrying } = useMutation(
    desk.build.retry.mutationOptions({
      onSuccess: ({ answer: { id, project } }) => {
        if (!show(project, id)) notify(`Queued build ${id}`);
      },
      onError: notifyError,
    }),
  );
  const { mutate: retryInstalled, isPending: isRetryingInstalled } = useMutation(
    desk.build.retryWithInstalledTools.mutationOptions({
      onSuccess(changed) {
        const { id, project } = changed.answer;
        show(project, id);
        notifyUndoable(`${project} builds with the installed tools from now on`, changed);
      },
      onError: notifyError,
    }),
  );
  const apply = useCallback(
    ({ id, project, remedy }: RemediedBuild) => {
      if (remedy === 'installed-tools') retryInstalled({ project, id });
      else
        requestBuilds(project, ALLOW_AND_BUILD).then((started) => {
          if (started === undefined) return;
          // A refused build of an inactive version is only built by name.
          const next = started?.find(({ refused }) => refused === id);
          if (next === undefined) retry({ project, id });
          else if (opensBuild) navigate(`/projects/${project}/builds/${next.id}`);
        }, notifyError);
    },
    [retry, retryInstalled, opensBuild],
  );
  return { apply, isPending: isRetrying || isRetryingInstalled };
}

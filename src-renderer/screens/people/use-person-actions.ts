import { useMutation } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { useMemo } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { DeskRouter } from '../../../src-server/desk/router.ts';
import { useActing } from '../../api/acting.ts';
import { desk } from '../../api/desk.ts';
import { notify, notifyError, notifyUndoable } from '../../ui/feedback/notify.tsx';

/** A person in the list. */
export type PersonRow = inferRouterOutputs<DeskRouter>['people']['list'][number];

/** Actions on a person, in the list and on their screen. */
export type PersonActions = {
  readonly actAs: (username: string) => void;
  readonly setActive: (username: string, active: boolean) => void;
};

/** Returns the actions on people; each shows a notification. */
export function usePersonActions(): PersonActions {
  const { mutate } = useMutation(desk.people.setActive.mutationOptions());
  return useMemo(
    () => ({
      actAs(username) {
        useActing.getState().setActAs(username);
        notify(`Acting as ${username}`, { label: 'Stop', run: () => useActing.getState().setActAs(null) });
        navigate('/projects');
      },
      setActive(username, active) {
        mutate(
          { username, active },
          {
            onSuccess: (changed) =>
              notifyUndoable(`${active ? 'Activated' : 'Deactivated'} ${username}`, changed),
            onError: notifyError,
          },
        );
      },
    }),
    [mutate],
  );
}

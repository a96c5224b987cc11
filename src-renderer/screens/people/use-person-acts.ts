import { useMutation } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { useMemo } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { DeskRouter } from '../../../src-server/desk/router.ts';
import { useActing } from '../../api/acting.ts';
import { desk } from '../../api/desk.ts';
import { tell, tellDone, tellProblem } from '../../ui/feedback/tell.tsx';

/** Somebody as the list has them. */
export type PersonRow = inferRouterOutputs<DeskRouter>['people']['list'][number];

/** What can be done to a person from the list and from their screen. */
export type PersonActs = {
  readonly actAs: (username: string) => void;
  readonly setActive: (username: string, active: boolean) => void;
};

/** The acts on people, which say what they did. */
export function usePersonActs(): PersonActs {
  const { mutate } = useMutation(desk.people.setActive.mutationOptions());
  return useMemo(
    () => ({
      actAs(username) {
        useActing.getState().act(username);
        tell(`Acting as ${username}`, { label: 'Stop', run: () => useActing.getState().act(null) });
        navigate('/projects');
      },
      setActive(username, active) {
        mutate(
          { username, active },
          {
            onSuccess: () => void tellDone(`${active ? 'Activated' : 'Deactivated'} ${username}`),
            onError: tellProblem,
          },
        );
      },
    }),
    [mutate],
  );
}

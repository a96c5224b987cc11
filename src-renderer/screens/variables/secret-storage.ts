import { useQuery } from '@tanstack/react-query';
import { desk, problemOf } from '../../api/desk.ts';

/** What is known of the values' safekeeping. */
export type SecretStorage = {
  /** Where the key lies that the values are encrypted with, as the end of a sentence; undefined until it is known. */
  readonly keyLocation: string | undefined;
  /** The private file, where it is one. */
  readonly path: string | undefined;
  /** Why values can be neither opened nor sealed just now; undefined when they can. */
  readonly problem: string | undefined;
};

/** Where the values of a project lie, and whether their key can be had. */
export function useSecretStorage(slug: string): SecretStorage {
  const state = useQuery(desk.system.secrets.queryOptions());
  const key = useQuery(desk.variables.checkKey.queryOptions({ slug }));
  const problems = [key.error, state.error].flatMap((error) => (error ? [problemOf(error)] : []));
  return {
    keyLocation: state.data?.reason,
    path: state.data?.path,
    // Of other refusals (not yours, gone) the list tells.
    problem: problems.find(({ name }) => name === 'Unavailable')?.message,
  };
}

/** Two sentences for whoever wonders where the values are. */
export function formatSecretStorage({ keyLocation }: SecretStorage): string {
  const readBackHint = 'No value can be read back, only replaced.';
  return keyLocation === undefined
    ? readBackHint
    : `${readBackHint} All are encrypted with a key in ${keyLocation}.`;
}

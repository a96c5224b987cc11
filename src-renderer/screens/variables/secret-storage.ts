import { useQuery } from '@tanstack/react-query';
import { desk, problemOf } from '../../api/desk.ts';

/** How the values are encrypted and stored. */
export type SecretStorage = {
  /** Where the encryption key is stored, as the end of a sentence; undefined until known. */
  readonly keyLocation: string | undefined;
  /** Path of the key file, if it is a file. */
  readonly path: string | undefined;
  /** Why values cannot be encrypted or decrypted now; undefined when they can. */
  readonly problem: string | undefined;
};

/** Reads where the values of a project are stored, and whether their key is available. */
export function useSecretStorage(slug: string): SecretStorage {
  const state = useQuery(desk.system.secrets.queryOptions());
  const key = useQuery(desk.variables.checkKey.queryOptions({ slug }));
  const problems = [key.error, state.error].flatMap((error) => (error ? [problemOf(error)] : []));
  return {
    keyLocation: state.data?.reason,
    path: state.data?.path,
    // The list reports other errors (forbidden, not found).
    problem: problems.find(({ name }) => name === 'Unavailable')?.message,
  };
}

/** Explains in two sentences how the values are stored. */
export function formatSecretStorage({ keyLocation }: SecretStorage): string {
  const readBackHint = 'Values can be replaced, but not read back.';
  return keyLocation === undefined
    ? readBackHint
    : `${readBackHint} They are encrypted with a key in ${keyLocation}.`;
}

import { type FieldErrors, Invalid } from '../../../src-server/model/base/problems.ts';

/** Returns the field errors that `read` throws; undefined when it throws nothing. Rethrows other errors. */
export function errorsOf(read: () => unknown): FieldErrors | undefined {
  try {
    read();
  } catch (error) {
    if (error instanceof Invalid) return error.errors;
    throw error;
  }
  return undefined;
}

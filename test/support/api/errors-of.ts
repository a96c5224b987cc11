import { type FieldErrors, Invalid } from '../../../src-server/model/base/problems.ts';

/** The field errors that `read` throws; undefined when it throws nothing. Anything but Invalid is thrown on. */
export function errorsOf(read: () => unknown): FieldErrors | undefined {
  try {
    read();
  } catch (error) {
    if (error instanceof Invalid) return error.errors;
    throw error;
  }
  return undefined;
}

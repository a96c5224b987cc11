/** Messages of one field, of a nested object's fields, or of both. */
export type FieldErrors = { [field: string]: string[] | FieldErrors };

/**
 * A reason why a request is refused, for its sender. Any code throws it; one place per entry point turns it into a
 * response.
 */
export class Problem extends Error {
  override readonly name: string = 'Problem';
}

/** The object does not exist, or the actor cannot see it. */
export class NotFound extends Problem {
  override readonly name = 'NotFound';
  constructor(detail = 'Not found.') {
    super(detail);
  }
}

/** The caller is not authenticated. `detail` says what is wrong with the credentials. */
export class NotAuthenticated extends Problem {
  override readonly name = 'NotAuthenticated';
  constructor(detail = 'Authentication credentials were not provided.') {
    super(detail);
  }
}

/** The actor is authenticated but has no permission. */
export class Forbidden extends Problem {
  override readonly name = 'Forbidden';
  constructor(detail = 'You do not have permission to perform this action.') {
    super(detail);
  }
}

/** The input is invalid; `errors` has the messages of each field. */
export class Invalid extends Problem {
  override readonly name = 'Invalid';
  readonly errors: FieldErrors;
  constructor(errors: FieldErrors) {
    super(describe(errors));
    this.errors = errors;
  }
}

/** The input breaks rules that belong to none of its fields. */
export class BrokenRule extends Problem {
  override readonly name = 'BrokenRule';
  readonly messages: readonly string[];
  constructor(...messages: readonly string[]) {
    super(messages.join(' '));
    this.messages = messages;
  }
}

/** The object's state does not allow the change (a finished build cannot progress). */
export class Conflict extends Problem {
  override readonly name = 'Conflict';
}

/** The disk is full and nothing was changed (safety R10). */
export class StorageFull extends Problem {
  override readonly name = 'StorageFull';
  constructor() {
    super('The disk is full. Nothing was changed; free some space and try again.');
  }
}

// SQLite reports a file that cannot grow (EFBIG) and an exceeded quota as a failed write.
const OUT_OF_SPACE = new Set([
  ...['ENOSPC', 'EDQUOT', 'EFBIG'],
  ...['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_SHMSIZE'],
]);

/** Returns whether an error of the system or SQLite means that the disk is full (safety R10). */
export function isOutOfSpace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && OUT_OF_SPACE.has(String(error.code));
}

/** A required resource is not available now, such as a locked keychain. */
export class Unavailable extends Problem {
  override readonly name = 'Unavailable';
}

function describe(errors: FieldErrors, prefix = ''): string {
  return Object.entries(errors)
    .map(([field, value]) =>
      Array.isArray(value) ? `${prefix}${field}: ${value.join(' ')}` : describe(value, `${prefix}${field}.`),
    )
    .join(' ');
}

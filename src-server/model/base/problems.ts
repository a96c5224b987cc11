/** Messages of one field, of a nested object's fields, or of both. */
export type FieldErrors = { [field: string]: string[] | FieldErrors };

/**
 * A reason why a request cannot be served that its sender should hear.
 * Thrown anywhere, made into a reply in one place per door.
 */
export class Problem extends Error {
  override readonly name: string = 'Problem';
}

/** There is no such thing, or none that the actor may see. */
export class NotFound extends Problem {
  override readonly name = 'NotFound';
  constructor(detail = 'Not found.') {
    super(detail);
  }
}

/** Who the caller is, is not known. `detail` says what was wrong with the credentials. */
export class NotAuthenticated extends Problem {
  override readonly name = 'NotAuthenticated';
  constructor(detail = 'Authentication credentials were not provided.') {
    super(detail);
  }
}

/** The actor is known and may not do this. */
export class Forbidden extends Problem {
  override readonly name = 'Forbidden';
  constructor(detail = 'You do not have permission to perform this action.') {
    super(detail);
  }
}

/** The input breaks rules; `errors` names each field and what is wrong with it. */
export class Invalid extends Problem {
  override readonly name = 'Invalid';
  readonly errors: FieldErrors;
  constructor(errors: FieldErrors) {
    super(describe(errors));
    this.errors = errors;
  }
}

/** The thing is not in a state that allows this (a build that has finished cannot progress). */
export class Conflict extends Problem {
  override readonly name = 'Conflict';
}

/** The disk is full; nothing was changed (safety R10). */
export class StorageFull extends Problem {
  override readonly name = 'StorageFull';
  constructor() {
    super('The disk is full. Nothing was changed; free some space and try again.');
  }
}

// A file that may not grow (EFBIG) is told by SQLite as a write that failed, and so is a quota.
const OUT_OF_SPACE = new Set([
  ...['ENOSPC', 'EDQUOT', 'EFBIG'],
  ...['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_SHMSIZE'],
]);

/** Whether an error of the system or of SQLite says that nothing more can be written (safety R10). */
export function isOutOfSpace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && OUT_OF_SPACE.has(String(error.code));
}

/** Something that this needs cannot be reached just now, such as a locked keychain. */
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

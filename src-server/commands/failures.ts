import {
  Conflict,
  type FieldErrors,
  Invalid,
  isOutOfSpace,
  NotFound,
  Problem,
  StorageFull,
  Unavailable,
} from '../model/base/problems.ts';
import {
  BackupFailed,
  DamagedDatabase,
  FolderInUse,
  NewerDatabase,
  NotOurDatabase,
} from '../store/file/database-problems.ts';
import { PROGRAM, UsageError } from './command-line.ts';
import { describePortHolder, findPortHolder } from './serve/port-holder.ts';

/** Why a command failed (docs/handbook/pages/commands.md, "Exit codes"). */
export type Failure = {
  readonly exitCode: number;
  /** For programs. */
  readonly code: string;
  /** For people; with what to do. */
  readonly message: string;
  /** What is wrong with each part of a file. */
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
  /** How many errors are not among these. */
  readonly more?: number;
};

/** Faults of a kit that are listed; a folder that is no kit can have thousands. */
const MAX_KIT_ERRORS = 50;

/** A seed file was refused; nothing was changed. */
export class SeedRefused extends Problem {
  override readonly name = 'SeedRefused';
  readonly errors: FieldErrors;
  constructor(file: string, errors: FieldErrors, remedy?: string) {
    const refusal = `The seed file ${file} was refused; nothing was loaded.`;
    super(remedy === undefined ? refusal : `${refusal} ${remedy}`);
    this.errors = errors;
  }
}

/** A kit has faults; nothing was loaded. */
export class KitRefused extends Problem {
  override readonly name = 'KitRefused';
  readonly errors: readonly { readonly path: string; readonly message: string }[];
  constructor(kit: string, errors: KitRefused['errors'], verdict: string) {
    super(`The kit ${kit} ${verdict}.`);
    this.errors = errors;
  }
}

/** Explains any error to the user of the command. */
export async function explainFailure(error: unknown): Promise<Failure> {
  if (error instanceof SeedRefused) {
    return {
      exitCode: 8,
      code: 'seed-refused',
      message: error.message,
      errors: [...flattenErrors(error.errors)],
    };
  }
  if (error instanceof KitRefused)
    return { exitCode: 8, code: 'kit-refused', message: error.message, ...firstErrors(error) };
  const known = KNOWN_FAILURES.find(([type]) => error instanceof type);
  if (known && error instanceof Error) return { exitCode: known[1], code: known[2], message: error.message };
  if (isOutOfSpace(error)) return { exitCode: 1, code: 'storage-full', message: new StorageFull().message };
  if (isSystemError(error)) return explainSystemError(error);
  if (isMissingPackage(error)) {
    const message = `Lectern is not installed completely (${error.message.split(' imported from ')[0]}). Run "npm ci".`;
    return { exitCode: 1, code: 'failed', message };
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { exitCode: 1, code: 'failed', message: `Unexpected error: ${text}` };
}

function firstErrors({ errors }: KitRefused): Pick<Failure, 'errors' | 'more'> {
  if (errors.length <= MAX_KIT_ERRORS) return { errors };
  return { errors: errors.slice(0, MAX_KIT_ERRORS), more: errors.length - MAX_KIT_ERRORS };
}

type FailureKind = readonly [type: new (...args: never[]) => Error, exitCode: number, code: string];

const KNOWN_FAILURES: readonly FailureKind[] = [
  [UsageError, 2, 'usage'],
  [FolderInUse, 3, 'folder-held'],
  [DamagedDatabase, 4, 'database-damaged'],
  [NewerDatabase, 5, 'database-newer'],
  [NotOurDatabase, 6, 'database-foreign'],
  [NotFound, 1, 'not-found'],
  [Conflict, 1, 'conflict'],
  [Invalid, 1, 'invalid'],
  [Unavailable, 1, 'unavailable'],
  [StorageFull, 1, 'storage-full'],
  [BackupFailed, 1, 'backup-failed'],
  [Problem, 1, 'failed'],
];

// Most of the program is loaded when a command needs it, after bin.mjs has checked for this.
function isMissingPackage(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}

type SystemError = NodeJS.ErrnoException & { readonly address?: string; readonly port?: number };

function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

async function explainSystemError(error: SystemError): Promise<Failure> {
  const { code = '', address = '127.0.0.1', port = 0, path } = error;
  if (code === 'EADDRINUSE') {
    const holder = describePortHolder(await findPortHolder(address, port));
    const message =
      `Port ${port} on ${address} is in use by ${holder}. ` +
      'Quit it, choose another port with --port, or use a free one with --port 0.';
    return { exitCode: 7, code: 'port-taken', message };
  }
  if (error.syscall === 'listen' || error.syscall === 'getaddrinfo' || error.syscall === 'bind') {
    const where = error.address === undefined ? 'there' : `at ${address}${port ? `, port ${port}` : ''}`;
    const message = `Lectern cannot listen ${where}: ${reasonOf(code)}. Choose another --host or --port.`;
    return { exitCode: 1, code: 'cannot-listen', message };
  }
  const message = path
    ? `${path} cannot be used: ${reasonOf(code)}. "${PROGRAM} doctor" shows more; --data names another data folder.`
    : error.message;
  return { exitCode: 1, code: 'failed', message };
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'it is read-only',
  ENOENT: 'it does not exist',
  ENOTDIR: 'part of the path is not a folder',
  ELOOP: 'its links form a loop',
  EADDRNOTAVAIL: 'this computer has no such address',
  ENOTFOUND: 'the name is unknown',
  EAI_AGAIN: 'the name cannot be looked up now',
};

function reasonOf(code: string): string {
  return REASONS[code] ? `${REASONS[code]} (${code})` : code;
}

function* flattenErrors(errors: FieldErrors, prefix = ''): Generator<{ path: string; message: string }> {
  for (const [key, value] of Object.entries(errors)) {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    if (Array.isArray(value)) for (const message of value) yield { path, message };
    else yield* flattenErrors(value, path);
  }
}

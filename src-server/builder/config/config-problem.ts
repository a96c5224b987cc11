import { type ConfigCode, type ConfigMessageId, configMessageId } from './config-codes.ts';

/** Codes whose messages name the file before the reason. */
const CODES_NAMING_FILE = new Set<ConfigCode>([
  'config-required',
  'python-invalid',
  'submodules-invalid',
  'invalid-keys-combination',
  'invalid-key',
]);

/** The details of a problem. */
export type ConfigProblemDetails = {
  /** Dotted, such as `python.install[0].requirements`; '' for the file as a whole. */
  readonly key: string;
  readonly code: ConfigCode;
  readonly reason: string;
  /** Relative to the repository. */
  readonly file: string;
  /** From 1; null when the problem is on no single line. */
  readonly line: number | null;
};

/** The configuration file cannot be used. The message has the format `Invalid "KEY": REASON` (behaviour.md 15). */
export class ConfigProblem extends Error implements ConfigProblemDetails {
  override readonly name = 'ConfigProblem';
  readonly key: string;
  readonly code: ConfigCode;
  readonly reason: string;
  readonly file: string;
  readonly line: number | null;

  constructor(details: ConfigProblemDetails) {
    super(formatMessage(details));
    this.key = details.key;
    this.code = details.code;
    this.reason = details.reason;
    this.file = details.file;
    this.line = details.line;
  }

  /** The id of the notification that today's service makes of it. */
  get messageId(): ConfigMessageId {
    return configMessageId(this.code, this.key);
  }

  /** The error of a build that fails because of it (behaviour.md 9). */
  get buildError(): string {
    return `Problem in your project's configuration. ${this.message}`;
  }
}

function formatMessage({ key, code, reason, file, line }: ConfigProblemDetails): string {
  if (code === 'config-syntax-invalid')
    return `Parse error in ${file}: ${reason}${line === null ? '' : ` (line ${line})`}`;
  if (code === 'version-invalid' || code === 'config:path:not-found') return reason;
  return `Invalid "${key}": ${CODES_NAMING_FILE.has(code) ? `${file}: ` : ''}${reason}`;
}

/** What kind of problem it is: the era's codes, and today's ids for what only today's service knows (behaviour.md 15). */
export type ConfigCode =
  | 'invalid-bool'
  | 'invalid-choice'
  | 'invalid-list'
  | 'invalid-string'
  | 'invalid-dictionary'
  | 'invalid-path'
  | 'value-not-found'
  | 'version-invalid'
  | 'config-syntax-invalid'
  | 'config-required'
  | 'python-invalid'
  | 'submodules-invalid'
  | 'invalid-keys-combination'
  | 'invalid-key'
  | 'config:path:not-found'
  | 'config:build:missing-build-tools-commands'
  | 'config:build:jobs-and-commands'
  | 'config:build:jobs:build:missing-in-formats'
  | 'config:conda:required'
  | 'config:python:system-packages-removed'
  | 'config:python:uv-single-entry'
  | 'config:python:uv-options'
  | 'config:apt:invalid-package-name-prefix'
  | 'config:apt:invalid-package-name'
  | 'config:sphinx:invalid-config-file'
  | 'config:validation:invalid-path-pattern';

/** Of these the era said which file it means, before the reason. */
const CODES_NAMING_FILE = new Set<ConfigCode>([
  'config-required',
  'python-invalid',
  'submodules-invalid',
  'invalid-keys-combination',
  'invalid-key',
]);

/** What is known of a problem. */
export type ConfigProblemDetails = {
  /** Dotted, such as `python.install[0].requirements`; '' when it is the file as a whole. */
  readonly key: string;
  readonly code: ConfigCode;
  readonly reason: string;
  /** Relative to the repository. */
  readonly file: string;
  /** From 1; null when no line is to blame. */
  readonly line: number | null;
};

/** The configuration file cannot be used. Its message has the era's format, `Invalid "KEY": REASON` (behaviour.md 15). */
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

  /** The error of a build that ends for it (behaviour.md 9). */
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

/** Ids of what today's service says of a configuration file that it refuses (live-service.md 4). */
export const CONFIG_MESSAGE_IDS = [
  'config:generic',
  'config:path:default-not-found',
  'config:path:not-found',
  'config:key:not-supported-in-version',
  'config:base:invalid-version',
  'config:base:invalid-syntax',
  'config:base:invalid-key-name',
  'config:base:sphinx-mkdocs-together',
  'config:build:missing-build-tools-commands',
  'config:build:jobs-and-commands',
  'config:build:jobs:build:missing-in-formats',
  'config:python:system-packages-removed',
  'config:python:use-system-site-packages-removed',
  'config:python:pip-required',
  'config:python:pip-path-requirement-required',
  'config:python:uv-command-required',
  'config:python:uv-multiple-install-entries-invalid',
  'config:python:uv-sync-requirements-invalid',
  'config:python:uv-pip-requirements-or-path-required',
  'config:python:uv-pip-requirements-and-path-mutually-exclusive',
  'config:python:uv-pip-groups-not-allowed',
  'config:python:uv-groups-extras-empty',
  'config:python:uv-groups-extras-invalid-type',
  'config:apt:invalid-package-name-prefix',
  'config:apt:invalid-package-name',
  'config:conda:required',
  'config:submodules:include-exclude-together',
  'config:sphinx:missing-config',
  'config:sphinx:invalid-config-file',
  'config:mkdocs:missing-config',
  'config:validation:invalid-bool',
  'config:validation:invalid-choice',
  'config:validation:invalid-dict',
  'config:validation:invalid-path',
  'config:validation:invalid-path-pattern',
  'config:validation:invalid-string',
  'config:validation:invalid-list',
  'config:validation:value-not-found',
  'build:user:config:build-image-deprecated',
  'build:user:config:build-os-required',
] as const;
export type ConfigMessageId = (typeof CONFIG_MESSAGE_IDS)[number];

/** The ids for the codes of 2020, which newer codes are themselves (behaviour.md 15). */
const IDS_BY_CODE = {
  'invalid-bool': 'config:validation:invalid-bool',
  'invalid-choice': 'config:validation:invalid-choice',
  'invalid-list': 'config:validation:invalid-list',
  'invalid-string': 'config:validation:invalid-string',
  'invalid-dictionary': 'config:validation:invalid-dict',
  'invalid-path': 'config:validation:invalid-path',
  'value-not-found': 'config:validation:value-not-found',
  'version-invalid': 'config:base:invalid-version',
  'config-syntax-invalid': 'config:base:invalid-syntax',
  'config-required': 'config:python:pip-path-requirement-required',
  'python-invalid': 'config:python:pip-required',
  'submodules-invalid': 'config:submodules:include-exclude-together',
  'invalid-keys-combination': 'config:base:sphinx-mkdocs-together',
  'invalid-key': 'config:base:invalid-key-name',
} as const satisfies Readonly<Record<string, ConfigMessageId>>;

/** The kind of a problem: the specification's codes, and today's ids for keys that only today's service has (behaviour.md 15). */
export type ConfigCode = keyof typeof IDS_BY_CODE | ConfigMessageId;

/** Older keys beside `build.os`, which today's service has removed. */
const IDS_BY_REMOVED_KEY: Readonly<Record<string, ConfigMessageId>> = {
  'build.image': 'build:user:config:build-image-deprecated',
  'python.version': 'config:base:invalid-key-name',
};

/** Returns the id that today's service gives a refusal. */
export function configMessageId(code: ConfigCode, key: string): ConfigMessageId {
  const removed = code === 'invalid-keys-combination' ? IDS_BY_REMOVED_KEY[key] : undefined;
  return removed ?? (isOlder(code) ? IDS_BY_CODE[code] : code);
}

function isOlder(code: ConfigCode): code is keyof typeof IDS_BY_CODE {
  return Object.hasOwn(IDS_BY_CODE, code);
}

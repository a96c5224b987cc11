import {
  BUILD_JOBS,
  BUILD_TOOLS,
  type BuildConfig,
  type BuildJobs,
  CONFIG_FORMATS,
  type ConfigFormat,
  OUTPUT_FORMATS,
} from '../../../model/builds/build-config.ts';
import {
  asChoice,
  asCommands,
  asText,
  type ConfigField,
  entriesOf,
  fieldsOf,
  isNull,
  itemsOf,
  problemAt,
  quoted,
  truncate,
} from '../config-field.ts';
import { asToolVersion } from './tool-versions.ts';

const IMAGES = ['stable', 'latest', '2.0', '4.0', '5.0', '6.0', '7.0'];
const SYSTEMS = ['ubuntu-22.04', 'ubuntu-24.04', 'ubuntu-26.04', 'ubuntu-lts-latest'] as const;
const PACKAGE_NAME = /^[a-zA-Z0-9][a-zA-Z0-9.+-]*$/;
/** What would make apt-get take a name for an option or a file. */
const FORBIDDEN_PREFIX = /^[-/.]/;
/** Keys of today's `build`, which need `build.os`. */
const CURRENT_KEYS = ['os', 'tools', 'jobs', 'commands'] as const;
const KEYS = ['image', ...CURRENT_KEYS, 'apt_packages'] as const;

/**
 * Reads `build` in its older form (`image`) or in today's (`os` with `tools` or `commands`), not both.
 * `formats` is the file's list of formats, undefined when that is invalid.
 * @throws ConfigProblem
 */
export function readBuild(
  field: ConfigField,
  formats: readonly ConfigFormat[] | undefined,
): BuildConfig['build'] {
  const fields = fieldsOf(field, KEYS);
  const image = readImage(fields.image);
  const aptPackages = itemsOf(fields.apt_packages).map(packageName);
  const currentField = CURRENT_KEYS.map((key) => fields[key]).find(({ node }) => node);
  if (!currentField) return { image, os: null, tools: {}, jobs: {}, commands: [], aptPackages };
  if (fields.image.node) {
    const reason = `You can not have "build.image" and "${currentField.key}" at the same time`;
    throw problemAt(fields.image, 'invalid-keys-combination', reason);
  }
  const os = readSystem(fields.os, currentField);
  const tools = readTools(fields.tools);
  const jobs = readJobs(fields.jobs, formats);
  const commands = asCommands(fields.commands);
  if (Object.keys(tools).length === 0 && commands.length === 0) {
    const reason = 'At least one of "build.tools" and "build.commands" is required';
    throw problemAt(field, 'config:build:missing-build-tools-commands', reason);
  }
  if (commands.length > 0 && entriesOf(fields.jobs).length > 0) {
    const reason = '"build.jobs" has no effect beside "build.commands", which replace the whole build';
    throw problemAt(fields.jobs, 'config:build:jobs-and-commands', reason);
  }
  return { image, os, tools, jobs, commands, aptPackages };
}

function readImage(field: ConfigField): string {
  const { node } = field;
  // 2.0 is a number in YAML; the name is its text in the file.
  const source = node?.kind === 'scalar' && typeof node.value !== 'boolean' ? node.source : undefined;
  const name = node ? IMAGES.find((image) => image === source) : 'latest';
  if (name !== undefined) return `readthedocs/build:${name}`;
  throw problemAt(field, 'invalid-choice', `expected one of (${IMAGES.join(', ')}), got ${quoted(field)}`);
}

function readSystem(field: ConfigField, requiredBy: ConfigField): string {
  if (field.node) return asChoice(field, SYSTEMS);
  const reason = `os not found; "${requiredBy.key}" needs it, such as "os: ubuntu-24.04"`;
  throw problemAt(field, 'value-not-found', reason);
}

function readTools(field: ConfigField): BuildConfig['build']['tools'] {
  if (isNull(field)) return {};
  checkNames(field, BUILD_TOOLS);
  const fields = fieldsOf(field, BUILD_TOOLS);
  return Object.fromEntries(
    BUILD_TOOLS.flatMap((tool) =>
      fields[tool].node ? [[tool, asToolVersion(fields[tool], tool)] as const] : [],
    ),
  );
}

/** Checks the keys of a mapping as the choices that they are to the service. @throws ConfigProblem `invalid-choice` */
function checkNames(field: ConfigField, names: readonly string[]): void {
  const unknown = entriesOf(field).find(([name]) => !names.includes(name));
  if (!unknown) return;
  const [name, entry] = unknown;
  const reason = `expected one of (${names.join(', ')}), got ${truncate(name)}`;
  throw problemAt({ ...entry, key: field.key }, 'invalid-choice', reason);
}

function readJobs(field: ConfigField, formats: readonly ConfigFormat[] | undefined): BuildJobs {
  checkNames(field, [...BUILD_JOBS, 'build']);
  const fields = fieldsOf(field, [...BUILD_JOBS, 'build']);
  checkNames(fields.build, OUTPUT_FORMATS);
  const steps = BUILD_JOBS.flatMap((job) => (fields[job].node ? [[job, asCommands(fields[job])]] : []));
  const outputs = fieldsOf(fields.build, OUTPUT_FORMATS);
  const outputCommands = OUTPUT_FORMATS.flatMap((format) =>
    outputs[format].node ? [[format, asCommands(outputs[format])]] : [],
  );
  const unlisted = CONFIG_FORMATS.find(
    (format) => outputs[format].node && formats?.includes(format) === false,
  );
  if (unlisted !== undefined) {
    const reason = `"formats" does not list ${unlisted}, so these commands would never run`;
    throw problemAt(outputs[unlisted], 'config:build:jobs:build:missing-in-formats', reason);
  }
  return {
    ...Object.fromEntries(steps),
    ...(outputCommands.length > 0 && { build: Object.fromEntries(outputCommands) }),
  };
}

function packageName(field: ConfigField): string {
  const name = asText(field).trim();
  if (PACKAGE_NAME.test(name)) return name;
  const isPrefix = FORBIDDEN_PREFIX.test(name);
  throw problemAt(
    field,
    isPrefix ? 'config:apt:invalid-package-name-prefix' : 'config:apt:invalid-package-name',
    isPrefix
      ? `${quoted(field)} does not begin with a letter or a digit, as a package name must`
      : `${quoted(field) || 'nothing'} is not a package name: only letters, digits, ".", "+" and "-" are allowed`,
  );
}

import {
  BUILD_JOBS,
  BUILD_TOOLS,
  type BuildConfig,
  type BuildJobs,
  DOWNLOAD_FORMATS,
  type DownloadFormat,
  OUTPUT_FORMATS,
} from '../../model/builds/build-config.ts';
import {
  asChoice,
  asCommands,
  asText,
  entriesOf,
  fieldsOf,
  itemsOf,
  type Place,
  problemAt,
  quoted,
} from './config-place.ts';
import { asToolVersion } from './tool-versions.ts';

const IMAGES = ['stable', 'latest', '2.0', '4.0', '5.0', '6.0', '7.0'];
const SYSTEMS = ['ubuntu-22.04', 'ubuntu-24.04', 'ubuntu-26.04', 'ubuntu-lts-latest'] as const;
const PACKAGE = /^[a-zA-Z0-9][a-zA-Z0-9.+-]*$/;
/** What makes `build` one of today, which needs `build.os`. */
const OF_TODAY = ['os', 'tools', 'jobs', 'commands'] as const;
const KEYS = ['image', ...OF_TODAY, 'apt_packages'] as const;

/**
 * `build`, as the era had it (`image`) or as it is today (`os` with `tools` or `commands`), not both.
 * `formats` is what the file asks for, undefined where that could not be read.
 * @throws ConfigProblem
 */
export function readBuild(
  place: Place,
  formats: readonly DownloadFormat[] | undefined,
): BuildConfig['build'] {
  const fields = fieldsOf(place, KEYS);
  const image = readImage(fields.image);
  const aptPackages = itemsOf(fields.apt_packages).map(packageName);
  const today = OF_TODAY.map((key) => fields[key]).find(({ node }) => node);
  if (!today) return { image, os: null, tools: {}, jobs: {}, commands: [], aptPackages };
  if (fields.image.node) {
    const reason = `You can not have "build.image" and "${today.key}" at the same time`;
    throw problemAt(fields.image, 'invalid-keys-combination', reason);
  }
  const os = readSystem(fields.os, today);
  const tools = readTools(fields.tools);
  const jobs = readJobs(fields.jobs, formats);
  const commands = asCommands(fields.commands);
  if (Object.keys(tools).length === 0 && commands.length === 0) {
    const reason = 'At least one of "build.tools" and "build.commands" has to be there';
    throw problemAt(place, 'config:build:missing-build-tools-commands', reason);
  }
  if (commands.length > 0 && fields.jobs.node) {
    const reason = '"build.jobs" means nothing beside "build.commands", which replace the whole build';
    throw problemAt(fields.jobs, 'config:build:jobs-and-commands', reason);
  }
  return { image, os, tools, jobs, commands, aptPackages };
}

function readImage(place: Place): string {
  const { node } = place;
  // 2.0 is a number to YAML; the era took it as it is written.
  const source = node?.kind === 'scalar' && typeof node.value !== 'boolean' ? node.source : undefined;
  const name = node ? IMAGES.find((image) => image === source) : 'latest';
  if (name !== undefined) return `readthedocs/build:${name}`;
  throw problemAt(place, 'invalid-choice', `expected one of (${IMAGES.join(', ')}), got ${quoted(place)}`);
}

function readSystem(place: Place, because: Place): string {
  if (place.node) return asChoice(place, SYSTEMS);
  const reason = `os not found; "${because.key}" needs it, such as "os: ubuntu-24.04"`;
  throw problemAt(place, 'value-not-found', reason);
}

function readTools(place: Place): BuildConfig['build']['tools'] {
  const asked = entriesOf(place).map(([name, version]) => {
    const tool = BUILD_TOOLS.find((known) => known === name);
    if (tool !== undefined) return [tool, asToolVersion(version, tool)] as const;
    const reason = `expected one of (${BUILD_TOOLS.join(', ')}), got ${name}`;
    throw problemAt({ ...version, key: place.key }, 'invalid-choice', reason);
  });
  return Object.fromEntries(asked);
}

function readJobs(place: Place, formats: readonly DownloadFormat[] | undefined): BuildJobs {
  const fields = fieldsOf(place, [...BUILD_JOBS, 'build']);
  const steps = BUILD_JOBS.flatMap((job) => (fields[job].node ? [[job, asCommands(fields[job])]] : []));
  const outputs = fieldsOf(fields.build, OUTPUT_FORMATS);
  const made = OUTPUT_FORMATS.flatMap((format) =>
    outputs[format].node ? [[format, asCommands(outputs[format])]] : [],
  );
  const unasked = DOWNLOAD_FORMATS.find(
    (format) => outputs[format].node && formats?.includes(format) === false,
  );
  if (unasked !== undefined) {
    const reason = `"formats" does not list ${unasked}, so these commands would never run`;
    throw problemAt(outputs[unasked], 'config:build:jobs:build:missing-in-formats', reason);
  }
  return { ...Object.fromEntries(steps), ...(made.length > 0 && { build: Object.fromEntries(made) }) };
}

function packageName(place: Place): string {
  const name = asText(place);
  if (PACKAGE.test(name)) return name;
  const isPrefix = /^[^a-zA-Z0-9]/.test(name);
  throw problemAt(
    place,
    isPrefix ? 'config:apt:invalid-package-name-prefix' : 'config:apt:invalid-package-name',
    isPrefix
      ? `${quoted(place)} begins with what no package name does: it takes a letter or a digit`
      : `${quoted(place) || 'nothing'} is no package name: letters, digits, ".", "+" and "-" may stand in one`,
  );
}

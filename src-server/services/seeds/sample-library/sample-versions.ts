import { formatTimestamp, type Timestamp } from '../../../model/base/timestamp.ts';
import { sampleLog } from './sample-log.ts';
import type { SampleProject, SampleState } from './sample-projects.ts';

const MINUTE = 60_000_000;
const DAY = 24 * 60 * MINUTE;
/** So many builds of the default version make its bars. */
const HISTORY_LENGTH = 12;
/** The default version's newest builds have their output; of older ones only those that failed. */
const BUILDS_WITH_OUTPUT = 3;

/** Numbers that look like chance and are the same every time. */
export function createRandom(seed: string): (limit: number) => number {
  let state = [...seed].reduce(
    (hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0,
    2_166_136_261,
  );
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * limit);
  };
}

type SampleContext = {
  readonly project: SampleProject;
  readonly slug: string;
  readonly now: Timestamp;
  readonly random: (limit: number) => number;
};

/** Every version of a sample project with its builds, as a seed file writes them. */
export function sampleVersions(context: SampleContext): object[] {
  const { project, random } = context;
  const releases = releaseNames(project, random);
  const branch = project.mkdocs ? 'main' : 'master';
  const [highest] = releases;
  const versions = [version(context, 'latest', branch, 'branch', true, 0)];
  if (highest !== undefined) versions.push(version(context, 'stable', randomCommit(random), 'tag', true, 1));
  if (/^\d/.test(project.defaultVersion)) {
    versions.push(
      version(context, project.defaultVersion, `origin/${project.defaultVersion}`, 'branch', true, 0),
    );
  }
  const activeTags = project.active - versions.length;
  releases.forEach((name, index) => {
    versions.push(version(context, name, randomCommit(random), 'tag', index < activeTags, index + 1));
  });
  if (project.tags > 6)
    versions.push(version(context, 'docs/refresh', 'origin/docs/refresh', 'branch', false, 2));
  return versions;
}

/** From the highest down; below the default version, where that is a release's branch. */
function releaseNames({ tags, defaultVersion }: SampleProject, random: (limit: number) => number): string[] {
  const [major = 1 + random(3), minor = 1 + random(6)] = /^\d/.test(defaultVersion)
    ? defaultVersion.split('.').map(Number)
    : [];
  const names: string[] = [];
  let [a, b, c] = [major, minor, 1 + random(3)];
  while (names.length < tags) {
    names.push(`v${a}.${b}.${c}`);
    if (names.length === 2 && tags > 8) names.push(`v${a}.${b}.0rc1`);
    if (c > 0) c -= 1;
    else if (b > 0) [b, c] = [b - 1, random(3)];
    else if (a > 0) [a, b, c] = [a - 1, 4 + random(5), random(3)];
    else break;
  }
  return names.slice(0, tags);
}

function version(
  context: SampleContext,
  name: string,
  identifier: string,
  type: 'branch' | 'tag',
  active: boolean,
  age: number,
): object {
  const { project, random } = context;
  const isDefault = name === project.defaultVersion;
  const builds = active && project.state !== 'none' ? buildsOf(context, name, isDefault, age) : [];
  const built = builds.some(({ success }) => success === true);
  return {
    verbose_name: name,
    identifier,
    type,
    active,
    built,
    downloads:
      built && random(3) > 0
        ? project.mkdocs
          ? ['htmlzip']
          : ['pdf', 'epub', 'htmlzip'].slice(0, 1 + random(3))
        : [],
    builds,
  };
}

type SampleBuild = { readonly success: boolean | null };

function buildsOf(context: SampleContext, name: string, isDefault: boolean, age: number): SampleBuild[] {
  const { project, now, random } = context;
  const count = isDefault ? HISTORY_LENGTH : 1 + random(3);
  // Other versions were last built some time before the default one, older releases longer ago.
  let at =
    now - project.minutesAgo * MINUTE - (isDefault ? 0 : (1 + age * age) * (DAY + random(30) * 60 * MINUTE));
  const builds: SampleBuild[] = [];
  for (let index = 0; index < count; index += 1) {
    const state: SampleState = isDefault && index === 0 ? project.state : pastState(random);
    builds.push(build(context, name, state, at, isDefault && index < BUILDS_WITH_OUTPUT));
    at -= (1 + random(9)) * DAY * (isDefault ? 0.4 : 12) + random(600) * MINUTE;
  }
  return builds;
}

function pastState(random: (limit: number) => number): SampleState {
  const draw = random(20);
  return draw === 0 ? 'failed' : draw === 1 ? 'cancelled' : 'passed';
}

function build(
  { project, slug, random }: SampleContext,
  ref: string,
  state: SampleState,
  at: Timestamp,
  withOutput: boolean,
): SampleBuild {
  if (state === 'none') throw new Error('A project without builds has none to write.');
  const commit = randomCommit(random);
  const isRunning = state === 'cloning' || state === 'installing' || state === 'building';
  const typicalSeconds = Math.max(6, Math.round(project.seconds * (0.8 + random(40) / 100)));
  const seconds = state === 'cancelled' ? Math.ceil(typicalSeconds / 3) : typicalSeconds;
  const startedAt = Math.round(at);
  const info = { ...project, slug, commit, ref, pages: 20 + ((slug.length * 7) % 60) };
  let clock = startedAt + 1_000_000;
  const commands = (withOutput || state !== 'passed' ? sampleLog(info, state) : []).map(
    ({ share, ...command }) => {
      const from = clock;
      clock += Math.round(share * seconds * 1_000_000);
      return { ...command, start_time: formatTimestamp(from), end_time: formatTimestamp(clock) };
    },
  );
  return {
    created: formatTimestamp(startedAt),
    state: isRunning ? state : 'finished',
    success: isRunning ? null : state === 'passed',
    error:
      state === 'cancelled'
        ? 'Cancelled by user.'
        : state === 'failed'
          ? 'A command failed. The log tells which one.'
          : null,
    commit,
    duration: isRunning ? null : seconds,
    config: isRunning && state === 'cloning' ? {} : config(project),
    commands,
  } as SampleBuild;
}

function config({ mkdocs }: SampleProject): object {
  const tool = mkdocs
    ? { mkdocs: { configuration: 'mkdocs.yml' } }
    : { sphinx: { configuration: 'docs/conf.py', fail_on_warning: true } };
  return {
    version: 2,
    build: { os: 'ubuntu-22.04', tools: { python: '3.12' } },
    ...tool,
    python: { install: [{ requirements: 'docs/requirements.txt' }] },
  };
}

function randomCommit(random: (limit: number) => number): string {
  return Array.from({ length: 40 }, () => random(16).toString(16)).join('');
}

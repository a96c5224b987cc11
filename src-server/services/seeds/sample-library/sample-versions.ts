import { formatTimestamp, type Timestamp } from '../../../model/base/timestamp.ts';
import { sampleLog } from './sample-log.ts';
import type { Fate, SampleProject } from './sample-projects.ts';

const MINUTE = 60_000_000;
const DAY = 24 * 60 * MINUTE;
/** So many builds of the default version make its bars. */
const HISTORY = 12;
/** The default version's newest builds have their output; of older ones only those that failed. */
const WITH_OUTPUT = 3;

/** Numbers that look like chance and are the same every time. */
export function dice(seed: string): (below: number) => number {
  let state = [...seed].reduce(
    (hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0,
    2_166_136_261,
  );
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

type Ground = {
  readonly project: SampleProject;
  readonly slug: string;
  readonly now: Timestamp;
  readonly roll: (below: number) => number;
};

/** Every version of a sample project with its builds, as a seed file writes them. */
export function sampleVersions(ground: Ground): object[] {
  const { project, roll } = ground;
  const releases = releaseNames(project, roll);
  const branch = project.mkdocs ? 'main' : 'master';
  const [highest] = releases;
  const versions = [version(ground, 'latest', branch, 'branch', true, 0)];
  if (highest !== undefined) versions.push(version(ground, 'stable', hash(roll), 'tag', true, 1));
  if (/^\d/.test(project.defaultVersion)) {
    versions.push(
      version(ground, project.defaultVersion, `origin/${project.defaultVersion}`, 'branch', true, 0),
    );
  }
  const activeTags = project.active - versions.length;
  releases.forEach((name, index) => {
    versions.push(version(ground, name, hash(roll), 'tag', index < activeTags, index + 1));
  });
  if (project.tags > 6)
    versions.push(version(ground, 'docs/refresh', 'origin/docs/refresh', 'branch', false, 2));
  return versions;
}

/** From the highest down; below the default version, where that is a release's branch. */
function releaseNames({ tags, defaultVersion }: SampleProject, roll: (below: number) => number): string[] {
  const [major = 1 + roll(3), minor = 1 + roll(6)] = /^\d/.test(defaultVersion)
    ? defaultVersion.split('.').map(Number)
    : [];
  const names: string[] = [];
  let [a, b, c] = [major, minor, 1 + roll(3)];
  while (names.length < tags) {
    names.push(`v${a}.${b}.${c}`);
    if (names.length === 2 && tags > 8) names.push(`v${a}.${b}.0rc1`);
    if (c > 0) c -= 1;
    else if (b > 0) [b, c] = [b - 1, roll(3)];
    else if (a > 0) [a, b, c] = [a - 1, 4 + roll(5), roll(3)];
    else break;
  }
  return names.slice(0, tags);
}

function version(
  ground: Ground,
  name: string,
  identifier: string,
  type: 'branch' | 'tag',
  active: boolean,
  age: number,
): object {
  const { project, roll } = ground;
  const isDefault = name === project.defaultVersion;
  const builds = active && project.fate !== 'none' ? buildsOf(ground, name, isDefault, age) : [];
  const built = builds.some(({ success }) => success === true);
  return {
    verbose_name: name,
    identifier,
    type,
    active,
    built,
    downloads:
      built && roll(3) > 0
        ? project.mkdocs
          ? ['htmlzip']
          : ['pdf', 'epub', 'htmlzip'].slice(0, 1 + roll(3))
        : [],
    builds,
  };
}

type SampleBuild = { readonly success: boolean | null };

function buildsOf(ground: Ground, name: string, isDefault: boolean, age: number): SampleBuild[] {
  const { project, now, roll } = ground;
  const count = isDefault ? HISTORY : 1 + roll(3);
  // Other versions were last built some time before the default one, older releases longer ago.
  let at =
    now - project.minutesAgo * MINUTE - (isDefault ? 0 : (1 + age * age) * (DAY + roll(30) * 60 * MINUTE));
  const builds: SampleBuild[] = [];
  for (let index = 0; index < count; index += 1) {
    const fate: Fate = isDefault && index === 0 ? project.fate : pastFate(roll);
    builds.push(build(ground, name, fate, at, isDefault && index < WITH_OUTPUT));
    at -= (1 + roll(9)) * DAY * (isDefault ? 0.4 : 12) + roll(600) * MINUTE;
  }
  return builds;
}

function pastFate(roll: (below: number) => number): Fate {
  const chance = roll(20);
  return chance === 0 ? 'failed' : chance === 1 ? 'cancelled' : 'passed';
}

function build(
  { project, slug, roll }: Ground,
  ref: string,
  fate: Fate,
  at: Timestamp,
  withOutput: boolean,
): SampleBuild {
  if (fate === 'none') throw new Error('A project without builds has none to write.');
  const commit = hash(roll);
  const isRunning = fate === 'cloning' || fate === 'installing' || fate === 'building';
  const usual = Math.max(6, Math.round(project.seconds * (0.8 + roll(40) / 100)));
  const seconds = fate === 'cancelled' ? Math.ceil(usual / 3) : usual;
  const began = Math.round(at);
  const what = { ...project, slug, commit, ref, pages: 20 + ((slug.length * 7) % 60) };
  let clock = began + 1_000_000;
  const commands = (withOutput || fate !== 'passed' ? sampleLog(what, fate) : []).map(
    ({ share, ...command }) => {
      const from = clock;
      clock += Math.round(share * seconds * 1_000_000);
      return { ...command, start_time: formatTimestamp(from), end_time: formatTimestamp(clock) };
    },
  );
  return {
    created: formatTimestamp(began),
    state: isRunning ? fate : 'finished',
    success: isRunning ? null : fate === 'passed',
    error:
      fate === 'cancelled'
        ? 'Cancelled by user.'
        : fate === 'failed'
          ? 'A command failed. The log tells which one.'
          : null,
    commit,
    duration: isRunning ? null : seconds,
    config: isRunning && fate === 'cloning' ? {} : config(project),
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

function hash(roll: (below: number) => number): string {
  return Array.from({ length: 40 }, () => roll(16).toString(16)).join('');
}

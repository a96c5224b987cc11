import { FAULT_PRESET_NAMES } from '../../src-server/model/faults/fault-presets.ts';
import { fillStore } from '../bench/stores.ts';
import { populate } from '../gui/requests/populate-requests.ts';
import { fillCharts } from './chart-rows.ts';
import { longestSeed } from './longest-seed.ts';
import { addManyRows } from './many-rows.ts';
import { oneOfEach } from './one-of-each.ts';
import { type CallDesk, prepareCourse, prepareMany, takeOneSnapshot } from './prepare-course.ts';
import { prepareLongest } from './prepare-longest.ts';

/** A state of the data in which every screen is looked at. */
export type Scenario = {
  readonly name: 'empty' | 'one' | 'many' | 'longest' | 'charts' | 'training' | 'course' | 'live';
  /** A seed file's content to start with. */
  readonly seed?: object;
  /** Fills the data folder before the start. */
  readonly fill?: (data: string) => Promise<void>;
  /** Changes what no seed has, once it runs. */
  readonly prepare?: (desk: CallDesk) => Promise<void>;
  /** Whether `prepare` takes a snapshot. */
  readonly hasSnapshot?: boolean;
  /** Whether builds run; without it they wait. */
  readonly builds?: boolean;
  /** Whether builds run without being allowed one by one. */
  readonly trustBuilds?: boolean;
  /** A workspace to open in place of a data folder. */
  readonly workspace?: string;
  /** Whether an account on another Lectern is connected and pulled. */
  readonly hasAccount?: boolean;
  /** Whose machine it is. */
  readonly localUser: string;
  /** The project whose screens are taken; undefined when there is none. */
  readonly project?: string;
};

const MANY = 10_000;
/** A project that no account has. */
const ONLY_HERE = {
  users: [{ username: 'mira' }],
  projects: [
    {
      ...{ slug: 'samovar', name: 'Samovar', users: ['mira'] },
      repository: { url: 'https://example.org/samovar.git', type: 'git' },
    },
  ],
};

/** Makes a talk in full swing: all presets of faults, a lesson half done, a played build that waits. */
async function prepareTraining(desk: CallDesk): Promise<void> {
  await desk('settings.set', { scriptSpeed: 0 });
  await desk('builds.setScript', { project: 'tidewater', script: 'hangs' });
  await desk('builds.trigger', { project: 'tidewater', version: 'latest' });
  await desk('lessons.start', { id: '01-first-call' });
  await desk('lessons.show', { id: '01-first-call' });
  for (const preset of FAULT_PRESET_NAMES) await desk('faults.addPreset', { preset });
  await desk('faults.turnOff');
  for (const id of [1, 6]) await desk('faults.set', { id, isOn: true });
}

/** Makes builds that run in both slots, and some that wait. */
async function prepareCharts(desk: CallDesk): Promise<void> {
  await desk('settings.set', { scriptSpeed: 0, buildsAtOnce: 2 });
  for (const project of ['tidewater', 'almanac', 'cartouche', 'emberlog', 'fathom']) {
    await desk('builds.setScript', { project, script: 'hangs' });
    await desk('builds.trigger', { project, version: 'latest' });
  }
}

/** No data, a pulled account, one row, ten thousand rows, a talk with 50,000 requests, a course with held time, and the longest names. */
export const SCENARIOS: readonly Scenario[] = [
  { name: 'empty', localUser: 'mira' },
  { name: 'live', localUser: 'mira', seed: ONLY_HERE, hasAccount: true, project: 'kettle' },
  {
    name: 'one',
    localUser: 'mira',
    seed: oneOfEach('mira'),
    project: 'tidewater',
    prepare: takeOneSnapshot,
    hasSnapshot: true,
  },
  {
    name: 'many',
    localUser: 'bench',
    project: 'project-00000',
    async fill(data) {
      await fillStore(data, MANY, 10 * MANY);
      await addManyRows(data, 'project-00000', MANY);
    },
    prepare: prepareMany,
    hasSnapshot: true,
  },
  {
    name: 'training',
    localUser: 'mira',
    project: 'tidewater',
    builds: true,
    seed: oneOfEach('mira'),
    fill: async (data) => populate(data),
    prepare: prepareTraining,
  },
  {
    name: 'charts',
    localUser: 'mira',
    project: 'tidewater',
    builds: true,
    fill: (data) => fillCharts(data, 'mira'),
    prepare: prepareCharts,
  },
  {
    name: 'longest',
    localUser: longestSeed.user,
    workspace: longestSeed.workspace,
    seed: longestSeed.seed,
    project: longestSeed.project,
    prepare: prepareLongest,
    hasSnapshot: true,
  },
  {
    name: 'course',
    localUser: 'mira',
    workspace: 'Course in the harbour',
    seed: oneOfEach('mira'),
    prepare: prepareCourse,
    hasSnapshot: true,
  },
];

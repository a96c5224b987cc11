import { describe, expect, test } from 'vitest';
import {
  buildSteps,
  formatClock,
  type StepBuild,
  shortCommand,
} from '../../src-renderer/screens/build/steps/build-phases.ts';
import { commandPhases } from '../../src-server/model/builds/charts/build-phases.ts';

const commandsOf = (...commands: string[]) => commands.map((command) => ({ command, description: '' }));
const SECOND = 1_000_000;

describe('the state that a command belongs to', () => {
  test('of a usual build', () => {
    const commands = commandsOf(
      'git clone --depth 50 https://git.example.org/a.git .',
      'git checkout --force c07d5a9',
      'cat .readthedocs.yaml',
      'python -mvirtualenv $READTHEDOCS_VIRTUALENV_PATH',
      'python -m pip install --upgrade pip setuptools',
      'pwd',
      'python -m pip install sphinx',
      'cat docs/conf.py',
      'python -m sphinx -b html . _build/html',
      'python -m pip freeze',
    );
    expect(commandPhases(commands)).toEqual([
      ...['cloning', 'cloning', 'cloning'],
      ...['installing', 'installing', 'installing', 'installing'],
      ...['building', 'building', 'building'],
    ]);
  });

  test.each([
    [['echo hi'], ['building']],
    [
      ['git clone x', 'echo hi'],
      ['cloning', 'building'],
    ],
    [
      ['cat x', 'npm ci', 'npm run build'],
      ['installing', 'installing', 'building'],
    ],
    [
      ['conda env create -f e.yml', 'git fetch', 'make html'],
      ['installing', 'installing', 'building'],
    ],
    [
      ['apt-get install -y graphviz', './build.sh'],
      ['installing', 'building'],
    ],
    [
      ['/usr/bin/git clone x', 'github-sync'],
      ['cloning', 'building'],
    ],
    [[], []],
  ])('%j is %j', (commands, phases) => {
    expect(commandPhases(commandsOf(...commands))).toEqual(phases);
  });

  test('is named by its description where its command says nothing', () => {
    expect(commandPhases([{ command: './prepare.sh', description: 'Install the theme' }])).toEqual([
      'installing',
    ]);
  });
});

test.each([
  ['git clone --depth 50 https://git.example.org/a.git .', 'git clone'],
  ['python -m pip install --exists-action=w -r docs/requirements.txt', 'docs/requirements.txt'],
  ['python -m pip install --upgrade --cache-dir .cache/pip pip setuptools', 'pip, setuptools'],
  ['/env/bin/python -mvirtualenv /env', 'virtualenv /env'],
  ['python -m sphinx -T -b html -d _build/doctrees . _build/html', 'sphinx html'],
  ['cat docs/conf.py', 'cat docs/conf.py'],
  ['# Fast rebuild: it goes on from build 4', 'Fast rebuild'],
  ['', ''],
])('%j is called %j', (command, name) => {
  expect(shortCommand(command)).toBe(name);
});

test.each([
  [0, '0:00'],
  [72.9, '1:12'],
  [3723, '1:02:03'],
  [-4, '0:00'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatClock(seconds)).toBe(text);
});

describe('the steps of a build', () => {
  const at = (second: number) => second * SECOND;
  const command = (id: number, text: string, from: number, to: number, exitCode = 0) => ({
    ...{ id, command: text, description: '', exitCode, startTime: at(from), endTime: at(to) },
  });
  const ran: Pick<StepBuild, 'created' | 'started' | 'commands'> = {
    created: at(0),
    started: at(10),
    commands: [command(1, 'git clone x', 11, 13), command(2, 'pip install x', 13, 20, 1)],
  };
  const states = (build: StepBuild) =>
    buildSteps(build).flatMap((step) =>
      step.kind === 'state' ? [[step.label, step.displayState, step.at, step.duration]] : [],
    );

  test('of a failed build ends where it failed', () => {
    expect(states({ ...ran, state: 'finished', success: false, error: '', duration: 12 })).toEqual([
      ['Triggered', 'passed', 0, null],
      ['Cloning', 'passed', 1, 2],
      ['Installing', 'failed', 3, 7],
      ['Building', 'not-built', null, null],
      ['Finished', 'failed', 12, null],
    ]);
  });

  test('end at the current one while the build runs', () => {
    expect(states({ ...ran, state: 'installing', success: null, error: '', duration: null })).toEqual([
      ['Triggered', 'passed', 0, null],
      ['Cloning', 'passed', 1, 2],
      ['Installing', 'installing', 3, null],
      ['Building', 'triggered', null, null],
      ['Finished', 'triggered', null, null],
    ]);
  });

  test('knows when the state of the running command began', () => {
    const runs = { ...command(3, 'pip install y', 21, 0), exitCode: null, endTime: null };
    const build = { ...ran, state: 'installing', success: null, error: '', duration: null };
    const steps = buildSteps({ ...build, commands: [...ran.commands, runs] });
    const since = steps.flatMap((step) => (step.kind === 'state' ? [step.runningSince] : []));
    expect(since).toEqual([null, null, at(13), null, null]);
  });

  test('of a queued build are all still to come', () => {
    const waiting = { state: 'triggered', success: null, error: '', duration: null, started: null };
    expect(states({ ...waiting, created: at(0), commands: [] }).map(([, look]) => look)).toEqual(
      Array.from({ length: 5 }, () => 'triggered'),
    );
  });

  test('tells a cancelled build from a failed one', () => {
    const build = { ...ran, state: 'finished', success: false, error: 'Cancelled by mira.', duration: 12 };
    expect(states(build).map(([label, look]) => `${label} ${look}`)).toEqual([
      ...['Triggered passed', 'Cloning passed', 'Installing cancelled', 'Building not-built'],
      'Cancelled cancelled',
    ]);
  });
});

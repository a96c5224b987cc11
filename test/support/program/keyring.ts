import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { hasProgram } from '../runner/programs.ts';

/**
 * State of the keychain of a session:
 * - `unlocked`: it works;
 * - `locked`: it needs a password and has no screen for a prompt;
 * - `prompting`: it waits for a password that is never entered;
 * - `no-service`: D-Bus runs without a secret service;
 * - `no-bus`: no D-Bus runs.
 */
export type KeyringState = 'unlocked' | 'locked' | 'prompting' | 'no-service' | 'no-bus';

export type KeyringOutcome = {
  /** 128 + the signal number after a signal; undefined when the session did not end. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
};

/** A home folder with its own keyring; sessions of the same home share its secrets. */
export type KeyringHome = {
  readonly folder: string;
  /** The file that exists once the password prompt has opened (`prompting`). */
  readonly prompter: string;
  /** Runs `node ARGUMENTS` inside a session, with `env` added to a clean environment. */
  run(
    state: KeyringState,
    nodeArguments: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<KeyringOutcome>;
  /** Returns whether the password prompt is still open (`prompting`). */
  isPrompting(): Promise<boolean>;
  remove(): Promise<void>;
};

// Ends a hanging session before the test is given up, so that no process is left running.
const SESSION_LIMIT_MS = 500_000;

const UNLOCK = 'printf %s password | gnome-keyring-daemon --unlock --components=secrets';
const START = 'gnome-keyring-daemon --start --components=secrets';

/** Returns whether keyring tests can run. @throws Error when `CI` is set and programs are missing */
export function canRunKeyring(): boolean {
  return ['dbus-run-session', 'gnome-keyring-daemon'].every(hasProgram);
}

/** Creates a home with an unlocked, empty keyring, separate from the keyring of the current user. */
export async function makeKeyringHome(): Promise<KeyringHome> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-keyring-'));
  await chmod(folder, 0o700);
  const prompter = join(folder, 'prompter.pid');

  return {
    folder,
    prompter,
    async run(state, nodeArguments, env = {}) {
      await replaceServices(folder, state, prompter);
      if (state === 'locked' || state === 'prompting') await makeKeyring(folder);
      const start = { unlocked: UNLOCK, locked: START, prompting: START, 'no-service': ':', 'no-bus': '' }[
        state
      ];
      return session(folder, start, [process.execPath, ...nodeArguments], env);
    },
    isPrompting: async () => isAlive(await readPid(prompter)),
    async remove() {
      const pid = await readPid(prompter);
      if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs `node ARGUMENTS` once inside a new, unlocked keyring session. */
export async function runInKeyring(
  nodeArguments: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<KeyringOutcome> {
  const home = await makeKeyringHome();
  try {
    return await home.run('unlocked', nodeArguments, env);
  } finally {
    await home.remove();
  }
}

// The daemon saves a keyring with its first secret; without one nothing can be locked.
async function makeKeyring(folder: string): Promise<void> {
  const store = `
    const { Entry } = await import('${import.meta.resolve('keytar')}');
    const entry = new Entry('lectern-keyring', 'first', { linux: { store: 'secret-service' } });
    entry.setPassword('first');
    entry.deletePassword();`;
  const { exitCode, stderr } = await session(
    folder,
    UNLOCK,
    [process.execPath, '--input-type=module', '-e', store],
    {},
  );
  if (exitCode !== 0) throw new Error(`no keyring could be created: ${stderr}`);
}

async function session(
  folder: string,
  start: string,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<KeyringOutcome> {
  // `exec` passes on the exit code of the script. The daemon ends with its bus.
  const inSession = ['dbus-run-session', '--', 'sh', '-c', `${start} >/dev/null && exec "$@"`, 'sh'];
  const [file = '', ...rest] = start === '' ? command : [...inSession, ...command];
  const { exitCode, signal, stdout, stderr } = await execa(file, rest, {
    reject: false,
    extendEnv: false,
    env: { PATH: process.env.PATH, ...homeVariables(folder), ...env },
    timeout: SESSION_LIMIT_MS,
  });
  return { exitCode: exitCode ?? (signal === 'SIGKILL' ? 137 : undefined), stdout, stderr };
}

// Without DISPLAY and the address of the real bus, nothing reaches the desktop of the current user.
function homeVariables(folder: string): Record<string, string> {
  return {
    HOME: folder,
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_RUNTIME_DIR: folder,
  };
}

// Services of the user take precedence over those of the system, so these replace the real ones.
async function replaceServices(folder: string, state: KeyringState, prompter: string): Promise<void> {
  const services = join(folder, 'data', 'dbus-1', 'services');
  await rm(services, { recursive: true, force: true });
  await mkdir(services, { recursive: true });
  const replace = (name: string, command: string) =>
    writeFile(join(services, `${name}.service`), `[D-BUS Service]\nName=${name}\nExec=${command}\n`);

  if (state === 'no-service') await replace('org.freedesktop.secrets', '/bin/false');
  if (state === 'locked') await replace('org.gnome.keyring.SystemPrompter', '/bin/false');
  if (state === 'prompting') {
    const silent = join(folder, 'silent-prompter');
    await writeFile(silent, `#!/bin/sh\necho $$ > ${prompter}\nexec sleep 1000 >/dev/null 2>&1\n`, {
      mode: 0o700,
    });
    await replace('org.gnome.keyring.SystemPrompter', silent);
  }
}

async function readPid(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text === '' ? undefined : Number(text);
}

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

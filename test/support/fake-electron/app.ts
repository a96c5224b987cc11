import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startEngine, stopEngine } from './browser/engine.ts';
import { record } from './calls.ts';
import type { Answer } from './page/scheme-server.ts';
import { RecordedApp } from './recorded-app.ts';
import { takeSingleInstanceLock } from './system/single-instance.ts';
import { onTestRunnerExit } from './test-runner.ts';

/** What start.ts found out about the application. */
export type Started = {
  readonly path: string;
  readonly manifest: { readonly name?: string; readonly productName?: string; readonly version?: string };
  readonly switches: ReadonlyMap<string, string>;
  /** Whether it came out of an archive, as an installed application does. */
  readonly isPackaged: boolean;
};

/** What the application's object needs of the windows, which need it in turn. */
export type Windows = {
  /** Asks every window to close; false when one refused. */
  closeAll(): Promise<boolean>;
  answer: Answer;
};

/** Electron's `app`. */
export class App extends RecordedApp {
  readonly dock = undefined;
  userAgentFallback = '';
  #started: Started = { path: process.cwd(), manifest: {}, switches: new Map(), isPackaged: false };
  #name: string | undefined;
  #paths = new Map<string, string>();
  #windows: Windows;
  #isReady = false;
  #becomeReady: () => void = () => undefined;
  #ready = new Promise<void>((resolve) => {
    this.#becomeReady = resolve;
  });
  #state: 'running' | 'quitting' | 'ended' = 'running';
  readonly commandLine = {
    appendSwitch: (name: string, value = '') => record('app.commandLine.appendSwitch', name, value),
    appendArgument: (value: string) => record('app.commandLine.appendArgument', value),
    removeSwitch: (name: string) => record('app.commandLine.removeSwitch', name),
    hasSwitch: (name: string) => this.#started.switches.has(name),
    getSwitchValue: (name: string) => this.#started.switches.get(name) ?? '',
  };

  /** For start.ts alone. */
  readonly fakeElectron = {
    configure: (started: Started) => {
      this.#started = started;
      const userDataDir = started.switches.get('user-data-dir');
      if (userDataDir) this.setPath('userData', resolve(userDataDir));
    },
    loaded: () => {
      if (this.#state !== 'running') return;
      this.#start().catch((error) => {
        console.error(error);
        this.exit(1);
      });
    },
  };

  constructor(windows: Windows) {
    super();
    this.#windows = windows;
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => this.quit());
  }

  async #start(): Promise<void> {
    // Playwright is let in before anything opens: it evaluates __playwright_run() once it is attached.
    const debugging = this.#started.switches.has('remote-debugging-port');
    const attached = new Promise<void>((resolve) => {
      Object.assign(globalThis, { __playwright_run: resolve });
    });
    await startEngine(join(this.getPath('userData'), 'Chromium'), debugging, this.#windows.answer);
    if (debugging) onTestRunnerExit(() => this.exit(1));
    if (debugging) await attached;
    if (this.#state !== 'running') return;
    this.#isReady = true;
    this.emit('will-finish-launching');
    this.emit('ready', {}, {});
    this.#becomeReady();
  }

  get isPackaged(): boolean {
    return this.#started.isPackaged;
  }
  isReady(): boolean {
    return this.#isReady;
  }
  whenReady(): Promise<void> {
    return this.#ready;
  }
  get name(): string {
    return this.#name ?? this.#started.manifest.productName ?? this.#started.manifest.name ?? 'Electron';
  }
  set name(name: string) {
    this.#name = name;
  }
  getName(): string {
    return this.name;
  }
  setName(name: string): void {
    this.#name = name;
  }
  getVersion(): string {
    return this.#started.manifest.version ?? '0.0.0';
  }
  getAppPath(): string {
    return this.#started.path;
  }
  getLocale(): string {
    return 'en-US';
  }
  getSystemLocale(): string {
    return 'en-US';
  }

  /** @throws Error for a name that Electron does not know */
  getPath(name: string): string {
    const appData = process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config');
    const userData = this.#paths.get('userData') ?? join(appData, this.name);
    const defaultPaths: Record<string, string> = {
      home: homedir(),
      appData,
      userData,
      sessionData: userData,
      temp: tmpdir(),
      exe: process.execPath,
      module: process.execPath,
      desktop: join(homedir(), 'Desktop'),
      documents: join(homedir(), 'Documents'),
      downloads: join(homedir(), 'Downloads'),
      logs: join(userData, 'logs'),
      crashDumps: join(userData, 'Crashpad'),
    };
    const path = this.#paths.get(name) ?? defaultPaths[name];
    if (!path) throw new Error(`Failed to get '${name}' path`);
    return path;
  }
  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }
  setAppLogsPath(path: string): void {
    this.setPath('logs', path);
  }

  requestSingleInstanceLock(data: unknown = {}): boolean {
    return takeSingleInstanceLock(this.getPath('userData'), data, ({ argv, cwd, data }) =>
      this.emit('second-instance', {}, argv, cwd, data),
    );
  }

  quit(): void {
    if (this.#state !== 'running' || !this.emitCancellable('before-quit')) return;
    this.#state = 'quitting';
    this.#windows.closeAll().then((closed) => {
      this.#state = 'running';
      if (!closed || !this.emitCancellable('will-quit')) return;
      this.emit('quit', {}, 0);
      this.exit(0);
    });
  }
  exit(code = 0): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    stopEngine().finally(() => process.exit(code));
  }
  relaunch(options: object = {}): void {
    record('app.relaunch', options);
  }
  /** Whether it is on its way out, so that the last window's end does not ask again. */
  get isEnding(): boolean {
    return this.#state !== 'running';
  }
}

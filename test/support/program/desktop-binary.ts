import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';

const FAKE_ELECTRON = join(import.meta.dirname, '../fake-electron');
const require = createRequire(import.meta.url);
const PACKAGE = join(require.resolve('electron/package.json'), '..');

/** The Electron that desktop tests run on. */
export type DesktopBinary = {
  /** Name in reports: `electron 45.4.1` or `fake-electron`. */
  readonly name: string;
  /** Environment variables by which Electron's package and Playwright find it; empty for the real one. */
  readonly environment: Readonly<Record<string, string>>;
  readonly path: string;
};

/** Returns the real Electron when its binary and a display are available, otherwise the fake Electron. */
export function desktopBinary(environment: NodeJS.ProcessEnv = process.env): DesktopBinary {
  const program = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[
    String(process.platform)
  ];
  const path = join(PACKAGE, 'dist', program ?? 'electron');
  const display = process.platform !== 'linux' || environment.DISPLAY || environment.WAYLAND_DISPLAY;
  if (existsSync(path) && display && environment.LECTERN_FAKE_ELECTRON !== '1') {
    const { version } = z.object({ version: z.string() }).parse(require('electron/package.json'));
    return { name: `electron ${version}`, environment: {}, path };
  }
  return {
    name: 'fake-electron',
    environment: { ELECTRON_OVERRIDE_DIST_PATH: FAKE_ELECTRON },
    path: join(FAKE_ELECTRON, 'electron'),
  };
}

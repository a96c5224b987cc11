import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasTrayHost } from '../../../src-main/menu/tray-host.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-tray-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Puts a program in the place of one that asks the session bus. */
function program(name: string, script: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

const asked = (env: NodeJS.ProcessEnv = {}) => hasTrayHost('linux', { PATH: folder, ...env });

describe.skipIf(process.platform === 'win32')('a desktop shows tray icons', () => {
  test('on macOS and Windows', async () => {
    expect(await hasTrayHost('darwin', {})).toBe(true);
    expect(await hasTrayHost('win32', {})).toBe(true);
  });

  test.each(['dbus-send', 'gdbus'])('on Linux when the session bus says so (%s)', async (name) => {
    program(name, 'echo "   boolean true"');
    expect(await asked()).toBe(true);
    program(name, 'echo "   boolean false"');
    expect(await asked()).toBe(false);
  });

  test('on X11 by the older way, which GNOME has not', async () => {
    program('dbus-send', 'exit 1');
    expect(await asked({ XDG_SESSION_TYPE: 'x11', XDG_CURRENT_DESKTOP: 'XFCE' })).toBe(true);
    expect(await asked({ XDG_SESSION_TYPE: 'x11', XDG_CURRENT_DESKTOP: 'ubuntu:GNOME' })).toBe(false);
    expect(await asked({ XDG_SESSION_TYPE: 'wayland', XDG_CURRENT_DESKTOP: 'sway' })).toBe(false);
  });

  test('nowhere when nobody can be asked', async () => {
    expect(await asked()).toBe(false);
  });
});

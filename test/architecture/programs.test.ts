import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { prepareMachine } from '../support/runner/prepare-machine.ts';
import { findProgram, hasProgram, PROGRAMS, requiresAllPrograms } from '../support/runner/programs.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-programs-'));
  vi.stubEnv('PATH', folder);
  vi.stubEnv('CI', '');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a program', () => {
  test('is found in PATH when it can be run', () => {
    writeFileSync(join(folder, 'git'), '', { mode: 0o755 });
    expect(findProgram({ program: 'git' })).toBe(join(folder, 'git'));
    expect(hasProgram('git')).toBe(true);
  });

  test('with a fixed path is searched only there', () => {
    writeFileSync(join(folder, 'mkdocs'), '', { mode: 0o755 });
    expect(findProgram({ program: 'mkdocs', path: join(folder, 'other', 'mkdocs') })).toBeUndefined();
  });

  test('that is missing skips its tests', () => {
    expect(hasProgram('git')).toBe(false);
  });

  test('that is missing fails the tests under CI', () => {
    vi.stubEnv('CI', 'true');
    expect(() => hasProgram('git')).toThrow('CI is set and git is missing (Debian package git)');
  });

  test('that is not marked as needed cannot be asked for', () => {
    const later = PROGRAMS.find((program) => !program.neededNow);
    expect(() => hasProgram(later?.program ?? '')).toThrow('not marked as needed');
    expect(() => hasProgram('no-such-program')).toThrow('not marked as needed');
  });
});

test('that another program can replace is not reported as missing', () => {
  vi.spyOn(process, 'getuid').mockReturnValue(1000); // who may not install
  const of = { program: 'no-such-program', package: 'no-such-package' };
  const lost = { ...of, usedBy: 'nothing', neededNow: true };
  expect(prepareMachine([lost])).toEqual([lost]);
  expect(prepareMachine([{ ...lost, instead: 'chromium' }])).toEqual([]);
  vi.restoreAllMocks();
});

test('is prepared only when a test that runs starts it', () => {
  const later = {
    program: 'no-such-program',
    package: 'no-such-package',
    usedBy: 'nothing',
    neededNow: false,
  };
  expect(prepareMachine([later])).toEqual([]);
});

test.each([
  ['true', true],
  ['1', true],
  ['woodpecker', true],
  ['', false],
  ['0', false],
  ['false', false],
  [undefined, false],
])('CI=%s: everything must be there: %s', (CI, expected) => {
  expect(requiresAllPrograms({ CI })).toBe(expected);
});

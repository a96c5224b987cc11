import { describe, expect, test } from 'vitest';
import { RecoveryAction, recoveryChoices } from '../../src-main/windows/recovery-choices.ts';
import { choiceText, failureText, formatBackup } from '../../src-renderer/recovery/recovery-text.ts';

const folder = '/data/lectern';
const holder = { lectern: true, pid: 12, command: 'node serve' };
const FAILURES = [
  [
    { kind: 'damaged', folder, file: `${folder}/lectern.sqlite`, findings: ['the file is empty', 'more'] },
    ['restoreNewest', 'restoreOne', 'restoreFile', 'startEmpty', 'otherFolder', 'showFolder', 'quit'],
    'The database is damaged',
    /lectern\.sqlite cannot be used: the file is empty\./,
  ],
  [
    {
      kind: 'log',
      folder,
      file: `${folder}/lectern.sqlite`,
      changes: 201,
      since: new Date(2026, 10, 21, 4, 20).getTime() * 1000,
      findings: ['changes may be lost', 'byte 32'],
    },
    [
      ...(['continueReadable', 'restoreNewest', 'restoreOne', 'restoreFile', 'startEmpty'] as const),
      ...(['otherFolder', 'showFolder', 'quit'] as const),
    ],
    'The latest changes cannot be read',
    /201 changes made since 21 November 2026 at 04:20 may be lost\. Everything before can be read\./,
  ],
  [
    {
      kind: 'log',
      folder,
      file: `${folder}/lectern.sqlite`,
      changes: 0,
      since: null,
      findings: ['a folder stands in the place of its log'],
    },
    [
      ...(['continueReadable', 'restoreNewest', 'restoreOne', 'restoreFile', 'startEmpty'] as const),
      ...(['otherFolder', 'showFolder', 'quit'] as const),
    ],
    'The latest changes cannot be read',
    /an unknown number of changes may be lost\. Everything before can be read\./,
  ],
  [
    { kind: 'newer', folder, version: '1.0.0', needs: '2.0.0' },
    ['restoreNewest', 'restoreOne', 'otherFolder', 'again', 'showFolder', 'quit'],
    'A newer Lectern wrote this database',
    /This is Lectern 1\.0\.0\. The data in .* needs Lectern 2\.0\.0 or later\./,
  ],
  [
    { kind: 'foreign', folder },
    ['otherFolder', 'again', 'showFolder', 'quit'],
    'Another program’s database',
    /made by another program/,
  ],
  [
    {
      kind: 'held',
      folder,
      holder: { what: 'server', pid: 12, url: 'http://127.0.0.1:8642', since: 0 },
    },
    ['again', 'otherFolder', 'quit'],
    'Lectern is already open',
    /in use by a Lectern server \(process 12 at http:\/\/127\.0\.0\.1:8642\)/,
  ],
  [
    { kind: 'held', folder, holder: null },
    ['again', 'otherFolder', 'quit'],
    'Lectern is already open',
    /another program/,
  ],
  [
    { kind: 'port', folder, port: 8642, holder },
    ['again', 'freePort', 'otherPort', 'quit'],
    'Port 8642 is taken',
    /Another Lectern \(process 12\) listens on port 8642/,
  ],
  [
    { kind: 'full', folder },
    ['again', 'otherFolder', 'showFolder', 'quit'],
    'The disk is full',
    /no space left/,
  ],
  [
    { kind: 'folder', folder, reason: 'It is not a folder.' },
    ['again', 'otherFolder', 'showFolder', 'quit'],
    'The data folder cannot be used',
    /^It is not a folder\./,
  ],
  [
    { kind: 'other', folder, reason: 'It broke.' },
    ['again', 'otherFolder', 'showFolder', 'quit'],
    'Lectern cannot open',
    /unexpected error/,
  ],
] as const;

describe.each(FAILURES)('R6 R8 R9 R11 R2 $kind', (failure, choices, title, expectedText) => {
  test('explains what happened', () => {
    const text = failureText(failure);
    expect(text.title).toBe(title);
    expect(text.sentences.join(' ')).toMatch(expectedText);
    for (const sentence of text.sentences) expect(sentence).toMatch(/[.]$/);
  });

  test('offers solutions and a way to quit', () => {
    expect(recoveryChoices(failure.kind, 2)).toEqual(choices);
    expect(recoveryChoices(failure.kind, 0)).toEqual(
      choices.filter((choice) => choice !== 'restoreNewest' && choice !== 'restoreOne'),
    );
    for (const choice of choices) {
      const text = choiceText(choice, undefined);
      expect(text.button.length * text.title.length * text.description.length).toBeGreaterThan(0);
    }
  });
});

test('the newest good backup is named when known', () => {
  const created = new Date(2026, 10, 21, 4, 20).getTime() * 1000;
  const backup = {
    ...{ name: 'a', created, fromFuture: false, bytes: 1_234_567 },
    reason: 'before-migration' as const,
  };
  expect(formatBackup(backup)).toBe('21 November 2026 at 04:20, before migration, 1.2 MB');
  expect(formatBackup({ ...backup, bytes: 4096 })).toMatch(/5 kB$/);
  expect(formatBackup({ ...backup, fromFuture: true })).toContain('04:20 (a date in the future), before');
  expect(choiceText('restoreNewest', undefined).description).toBe('Checking the backups.');
  expect(choiceText('restoreNewest', null).description).toBe('No good backup was found.');
  expect(choiceText('restoreNewest', backup).description).toContain('21 November 2026');
});

describe('the actions that the page may request', () => {
  test.each([
    { choice: 'startEmpty' },
    { choice: 'restoreOne', name: 'lectern-1.sqlite' },
    { choice: 'otherPort', port: 8643 },
  ])('%j', (act) => {
    expect(RecoveryAction.parse(act)).toEqual(act);
  });

  test.each([
    undefined,
    {},
    { choice: 'deleteEverything' },
    { choice: 'startEmpty', folder: '/' },
    { choice: 'restoreOne' },
    { choice: 'otherPort', port: 0 },
    { choice: 'otherPort', port: 65_536 },
    { choice: 'otherPort', port: '80' },
  ])('never %j', (act) => {
    expect(RecoveryAction.safeParse(act).success).toBe(false);
  });
});

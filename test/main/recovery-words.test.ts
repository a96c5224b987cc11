import { describe, expect, test } from 'vitest';
import { RecoveryAct, recoveryChoices } from '../../src-main/windows/recovery-choices.ts';
import { backupWords, choiceWords, failureWords } from '../../src-renderer/recovery/recovery-words.ts';

const folder = '/data/lectern';
const holder = { lectern: true, pid: 12, command: 'node serve' };
const FAILURES = [
  [
    { kind: 'damaged', folder, file: `${folder}/lectern.sqlite`, faults: ['the file is empty', 'more'] },
    ['restoreNewest', 'restoreOne', 'restoreFile', 'startEmpty', 'otherFolder', 'showFolder', 'quit'],
    'The database is damaged',
    /lectern\.sqlite cannot be used: the file is empty\./,
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
    /does not know/,
  ],
] as const;

describe.each(FAILURES)('R6 R8 R9 R11 R2 $kind', (failure, choices, title, said) => {
  test('says what happened', () => {
    const words = failureWords(failure);
    expect(words.title).toBe(title);
    expect(words.sentences.join(' ')).toMatch(said);
    for (const sentence of words.sentences) expect(sentence).toMatch(/[.]$/);
  });

  test('offers what helps, and a way out', () => {
    expect(recoveryChoices(failure.kind, 2)).toEqual(choices);
    expect(recoveryChoices(failure.kind, 0)).toEqual(
      choices.filter((choice) => choice !== 'restoreNewest' && choice !== 'restoreOne'),
    );
    for (const choice of choices) {
      const words = choiceWords(choice, undefined);
      expect(words.button.length * words.title.length * words.meaning.length).toBeGreaterThan(0);
    }
  });
});

test('the newest good backup is told when it is known', () => {
  const created = new Date(2026, 10, 21, 4, 20).getTime() * 1000;
  const backup = { name: 'a', created, bytes: 1_234_567, reason: 'before-migration' } as const;
  expect(backupWords(backup)).toBe('21 November 2026 at 04:20, before migration, 1.2 MB');
  expect(backupWords({ ...backup, bytes: 4096 })).toMatch(/5 kB$/);
  expect(choiceWords('restoreNewest', undefined).meaning).toBe('Looking through the backups.');
  expect(choiceWords('restoreNewest', null).meaning).toBe('None of the backups is good.');
  expect(choiceWords('restoreNewest', backup).meaning).toContain('21 November 2026');
});

describe('what the page may ask for', () => {
  test.each([
    { choice: 'startEmpty' },
    { choice: 'restoreOne', name: 'lectern-1.sqlite' },
    { choice: 'otherPort', port: 8643 },
  ])('%j', (act) => {
    expect(RecoveryAct.parse(act)).toEqual(act);
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
    expect(RecoveryAct.safeParse(act).success).toBe(false);
  });
});

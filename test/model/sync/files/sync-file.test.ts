import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redirectChanges, variableChanges } from '../../../../src-server/model/sync/files/apply-file.ts';
import {
  type FileRedirect,
  formatSyncFile,
  parseSyncFile,
  type SyncFile,
  withDefaults,
} from '../../../../src-server/model/sync/files/sync-file.ts';
import { propertyRuns } from '../../../support/property-runs.ts';

const redirect = (from: string, rest: Partial<FileRedirect> = {}): FileRedirect => ({
  ...withDefaults({ type: 'page', fromUrl: from, toUrl: '/to', dialect: 'current' }),
  ...rest,
});

/** Reads a file that has no faults. */
function read(text: string): SyncFile {
  const result = parseSyncFile(text);
  if ('findings' in result) throw new Error(JSON.stringify(result.findings));
  return result.file;
}

describe('a file of redirects', () => {
  test('says nothing that is the default, and reads as it was written', () => {
    const redirects = [
      redirect('/guide/*', { toUrl: '/manual/:splat', description: 'guide: "moved" # now', force: true }),
      redirect('/old', { toUrl: 'https://example.org/?a=b&c', httpStatus: 301, enabled: false }),
      redirect('', { type: 'clean_url_to_html', toUrl: '' }),
      redirect('/2020', { dialect: '2020' }),
      redirect('/p/', { type: 'prefix', toUrl: '', dialect: '2020' }),
    ];
    const file: SyncFile = { project: 'kettle', kind: 'redirects', redirects };
    const text = formatSyncFile(file);
    expect(text.split('\n').slice(1)).toEqual([
      ...[
        'project: kettle',
        'redirects:',
        '  - type: page',
        '    from_url: /guide/*',
        '    to_url: /manual/:splat',
      ],
      ...[
        '    force: true',
        `    description: 'guide: "moved" # now'`,
        '  - type: page',
        '    from_url: /old',
      ],
      ...['    to_url: https://example.org/?a=b&c', '    http_status: 301', '    enabled: false'],
      ...['  - type: clean_url_to_html', '  - type: page', '    from_url: /2020', '    to_url: /to'],
      ...['    dialect: "2020"', '  - type: prefix', '    from_url: /p/', ''],
    ]);
    expect(read(text)).toEqual(file);
  });

  test('texts are stored as the service stores them, so that a push finds no difference', () => {
    const file = read('project: kettle\nredirects:\n  - {type: page, from_url: guide//, to_url: manual}\n');
    expect(file).toMatchObject({ redirects: [{ fromUrl: '/guide', toUrl: '/manual' }] });
  });
});

test('a file of variables has no values, and reads as it was written', () => {
  const variables = [
    { name: 'KEY', isPublic: false },
    { name: 'yes', isPublic: true },
  ];
  const file: SyncFile = { project: 'kettle', kind: 'variables', variables };
  const text = formatSyncFile(file);
  expect(text.split('\n').slice(1)).toEqual([
    ...['project: kettle', 'variables:', '  - name: KEY', '  - name: yes', '    public: true', ''],
  ]);
  expect(read(text)).toEqual(file);
});

test.each<[string, string, number, string]>([
  ['no YAML', 'project: [', 1, 'Not YAML'],
  ['a key twice', 'project: a\nproject: b\n', 2, 'unique'],
  ['no project', 'redirects: []\n', 1, 'required'],
  ['a path as project', 'project: ../x\nredirects: []\n', 1, 'slug of a project'],
  ['nothing to apply', 'project: kettle\n', 1, 'either a list of redirects or'],
  ['both lists', 'project: kettle\nredirects: []\nvariables: []\n', 1, 'either a list of redirects or'],
  ['no list', 'project: kettle\nredirects: all\n', 2, 'a list'],
  [
    'a misspelled field',
    'project: kettle\nredirects:\n  - type: page\n    fromurl: /a\n    to_url: /b\n',
    3,
    'required',
  ],
  [
    'another type',
    'project: kettle\nredirects:\n  - type: pages\n    from_url: /a\n',
    3,
    'not a valid choice',
  ],
  [
    'a target with a script',
    'project: kettle\nredirects:\n- type: exact\n  from_url: /a\n  to_url: javascript:x\n',
    5,
    'Only http://',
  ],
  [
    'a type of the other dialect',
    'project: kettle\nredirects:\n- {type: prefix, from_url: /a, dialect: current}\n',
    3,
    'dialect',
  ],
  ['a value', 'project: kettle\nvariables:\n  - name: KEY\n    value: hush\n', 4, 'Values do not belong'],
  [
    'a name twice',
    'project: kettle\nvariables:\n  - name: A\n  - name: B\n  - name: A\n',
    5,
    'A is there twice',
  ],
  ['a name of no text', 'project: kettle\nvariables:\n  - name: []\n', 3, 'Not a valid string'],
])('%s: the line is named', (_, text, line, message) => {
  const result = parseSyncFile(text);
  const findings = 'findings' in result ? result.findings : [];
  expect(findings[0]).toMatchObject({ line, message: expect.stringContaining(message) });
  expect(JSON.stringify(findings)).not.toContain('hush');
});

describe('redirectChanges', () => {
  const rows = (...redirects: FileRedirect[]) => redirects.map((one, at) => ({ id: at + 1, redirect: one }));

  test('a changed redirect keeps its row, a new one has none, the others are removed', () => {
    const present = rows(redirect('/a'), redirect('/b'), redirect('/c'));
    const changed = redirect('/b', { toUrl: '/new' });
    expect(redirectChanges(present, [redirect('/d'), changed, redirect('/a')])).toEqual({
      ...{ update: [{ id: 2, to: changed }], create: [redirect('/d')], remove: [3], order: [null, 2, 1] },
      isUnchanged: false,
    });
  });

  test('another order alone is a change', () => {
    const found = redirectChanges(rows(redirect('/a'), redirect('/b')), [redirect('/b'), redirect('/a')]);
    expect(found).toEqual({ update: [], create: [], remove: [], order: [2, 1], isUnchanged: false });
  });

  const any = fc
    .record({
      fromUrl: fc.constantFrom('/a', '/b', '/c'),
      toUrl: fc.constantFrom('/x', '/y'),
      enabled: fc.boolean(),
    })
    .map(({ fromUrl, ...rest }) => redirect(fromUrl, rest));

  test('applying once gives the list of the file, applying twice changes nothing', () => {
    fc.assert(
      fc.property(fc.array(any, { maxLength: 6 }), fc.array(any, { maxLength: 6 }), (before, wanted) => {
        const present = rows(...before);
        const { update, create, remove, order } = redirectChanges(present, wanted);
        const stored = new Map(present.map(({ id, redirect: one }) => [id, one]));
        for (const { id, to } of update) stored.set(id, to);
        for (const id of remove) stored.delete(id);
        const created = [...create];
        const after = order.map((id, at) => ({
          id: id ?? 100 + at,
          redirect: (id === null ? created.shift() : stored.get(id)) as FileRedirect,
        }));
        expect(after.map(({ redirect: one }) => one)).toEqual(wanted);
        expect(stored.size + create.length).toBe(wanted.length);
        const file = read(formatSyncFile({ project: 'kettle', kind: 'redirects', redirects: wanted }));
        expect(redirectChanges(after, file.kind === 'redirects' ? file.redirects : []).isUnchanged).toBe(
          true,
        );
      }),
      { numRuns: propertyRuns(200, 20_000) },
    );
  });
});

test('variables are created, made public and removed by name; a second time there is nothing to do', () => {
  const present = [
    { id: 1, name: 'A', isPublic: false },
    { id: 2, name: 'A', isPublic: true },
    { id: 3, name: 'B', isPublic: false },
  ];
  const wanted = [
    { name: 'A', isPublic: true },
    { name: 'C', isPublic: false },
  ];
  expect(variableChanges(present, wanted)).toEqual({
    ...{ create: [{ name: 'C', isPublic: false }], setPublic: [{ id: 1, isPublic: true }], remove: [3] },
    isUnchanged: false,
  });
  const after = [
    { id: 1, name: 'A', isPublic: true },
    { id: 2, name: 'A', isPublic: true },
    { id: 4, name: 'C', isPublic: false },
  ];
  expect(variableChanges(after, wanted).isUnchanged).toBe(true);
});

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findJsonSyntaxError } from '../../../src-server/model/base/text/json-syntax-error.ts';
import { REDIRECT_TYPES } from '../../../src-server/model/redirects/rules/rule-2020.ts';
import { seedJsonSchema } from '../../../src-server/model/seeds/seed.ts';
import { parseSeedFile } from '../../../src-server/model/seeds/seed-file.ts';
import { errorsOf } from '../../support/api/errors-of.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { OPERATOR, openSeedStore } from '../../support/store/seed-store.ts';
import { SEED_SCHEMA_FILE } from '../../support/write-seed-schema.ts';

const SMALL_FILE = new URL('../../../docs/examples/small.seed.json', import.meta.url);
const SMALL = readFileSync(SMALL_FILE, 'utf8');

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('loadSeedFile', () => {
  test('reads a file, with or without a byte order mark', () => {
    const file = { users: [{ username: 'alice' }], projects: [] };
    expect(parseSeedFile(JSON.stringify(file))).toEqual(file);
    expect(parseSeedFile(`\uFEFF${JSON.stringify(file)}`)).toEqual(file);
  });

  test('names paths for what breaks the format', () => {
    expect(errorsOf(() => parseSeedFile('{"users":[{}]}'))).toEqual({
      'users[0].username': ['This field is required.'],
    });
  });

  test.each<[string, string, string]>([
    ['nothing', '', 'line 1, column 1: the file ends too early; a value is expected here.'],
    ['a comma too many', '{\n  "users": [\n    {},\n  ]\n}', 'line 4, column 3: a value is expected here.'],
    ['a comma before the end', '{"a": 1,\r\n}', 'line 2, column 1: a key in double quotes is expected here.'],
    ['a comma that is missing', '{"a": 1\n "b": 2}', 'line 2, column 2: "," or "}" is expected here.'],
    ['a bracket that is missing', '{"a": [1}', 'line 1, column 9: "," or "]" is expected here.'],
    ['a colon that is missing', '{"a" 1}', 'line 1, column 6: ":" is expected here.'],
    ['a key without quotes', '{a: 1}', 'line 1, column 2: a key in double quotes or "}" is expected here.'],
    ['a comment', '[ // x', 'line 1, column 3: a value or "]" is expected here.'],
    ['two values', '{} {}', 'line 1, column 4: nothing more is expected here.'],
    ['half a file', '{"a": ["x"', 'line 1, column 11: the file ends too early; "," or "]" is expected here.'],
    ['half a text', '["x', 'line 1, column 4: the file ends inside a text.'],
    ['a strange escape', '["a\\x"]', 'line 1, column 4: JSON does not know this escape.'],
    [
      'a line break inside a text',
      '["a\nb"]',
      'line 1, column 4: a line break or control character cannot stand inside a text; write \\n.',
    ],
  ])('tells where the JSON breaks: %s', (_, text, expected) => {
    expect(errorsOf(() => parseSeedFile(text))).toEqual({ file: [`Not JSON at ${expected}`] });
  });

  test('does not quote the file, which may hold secrets', () => {
    const errors = errorsOf(() => parseSeedFile('{"value": "hush-hush" "x"}'));
    expect(errors).toEqual({ file: [expect.stringContaining('line 1, column 23')] });
    expect(JSON.stringify(errors)).not.toContain('hush');
  });
});

describe('findJsonFault', () => {
  test('finds none in JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 1, '\t'), (text, indent) => {
        expect(findJsonSyntaxError(JSON.stringify(JSON.parse(text), null, indent))).toBeUndefined();
        expect(findJsonSyntaxError(text)).toBeUndefined();
      }),
    );
  });

  test('finds one exactly where the engine does not read on', () => {
    const edit = fc.record({
      text: fc.json(),
      at: fc.nat(200),
      cut: fc.nat(3),
      put: fc.constantFrom(
        '',
        ',',
        ':',
        '"',
        '\\',
        '[',
        ']',
        '{',
        '}',
        '0',
        '-',
        '.',
        'e',
        'true',
        '\n',
        '\u0001',
        '\\u12',
      ),
    });
    fc.assert(
      fc.property(edit, ({ text, at, cut, put }) => {
        const place = at % (text.length + 1);
        const edited = text.slice(0, place) + put + text.slice(place + cut);
        expect(findJsonSyntaxError(edited) === undefined).toBe(isJson(edited));
      }),
      { numRuns: propertyRuns(300, 5000) },
    );
  });
});

describe('the small example', () => {
  test('fits the published schema, which it names', () => {
    const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
    addFormats.default(ajv);
    const validate = ajv.compile(seedJsonSchema());
    const file = JSON.parse(SMALL);
    expect(validate(file), ajv.errorsText(validate.errors)).toBe(true);
    expect(new URL(file.$schema, SMALL_FILE).href).toBe(SEED_SCHEMA_FILE.href);
  });

  test('loads, and shows what the format can do', async () => {
    const seeds = await openSeedStore();
    const report = await seeds.services.seeds.load(OPERATOR, parseSeedFile(SMALL));
    expect(report).toMatchObject({
      users: 2,
      tokens: 0,
      projects: 6,
      environmentVariables: 1,
      subprojects: 1,
    });
    expect(seeds.rows('redirects').map(({ type }) => type)).toEqual(
      expect.arrayContaining([...REDIRECT_TYPES]),
    );
    expect(seeds.store.projects.bySlug('lighthouse-cli')?.parent?.alias).toBe('cli');
    expect(seeds.store.projects.bySlug('lighthouse-es')?.project.translationOf).toBe(
      seeds.store.projects.bySlug('lighthouse')?.project.id,
    );
    const builds = seeds.rows('builds');
    expect(builds.some(({ success }) => success === 0)).toBe(true);
    expect(builds.some(({ success }) => success === 1)).toBe(true);
    expect(JSON.stringify(seeds.dump().build_output).includes('\\u001b[')).toBe(true);
  });

  test('leaves nothing for a runner, whose repositories do not exist', async () => {
    const seeds = await openSeedStore();
    await seeds.services.seeds.load(OPERATOR, parseSeedFile(SMALL));
    expect(seeds.services.buildRuns.dequeue(OPERATOR)).toBeUndefined();
  });

  test('stable follows the highest release', async () => {
    const seeds = await openSeedStore();
    await seeds.services.seeds.load(OPERATOR, parseSeedFile(SMALL));
    const record = seeds.services.versions.get(OPERATOR, 'lighthouse', 'stable', false);
    expect(record.follows?.slug).toBe('v2.1.0');
    expect(record.version.machine).toBe(true);
  });
});

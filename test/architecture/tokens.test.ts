// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are source text
import { describe, expect, test } from 'vitest';
import { importsOf, resolveImport } from './imports.ts';
import { tokenize } from './tokens.ts';

const tokenTexts = (source: string) =>
  tokenize(source)
    .filter((token) => token.kind === 'word')
    .map((token) => token.text);

describe('tokens', () => {
  test.each([
    ['a line comment', 'a // b\nc', ['a', 'c']],
    ['a block comment', 'a /* b\n// c */ d', ['a', 'd']],
    ['a comment never closed', 'a /* b', ['a']],
    ['a string with an escaped quote', String.raw`a 'b\' c' d`, ['a', 'd']],
    ['a string with a comment mark', `a 'http://b' c`, ['a', 'c']],
    ['a quote never closed', `a 'b\nc`, ['a', 'c']],
    ['a template', 'a `b // c` d', ['a', 'd']],
    ['code in a template', 'a `b ${c + `d ${e}`} f` g', ['a', 'c', 'e', 'g']],
    ['an object in a template', 'a `${{ b: 1 }.b} c` d', ['a', 'b', '1', 'b', 'd']],
    ['an escaped template', String.raw`a ${'`'}\${b}\`${'`'} c`, ['a', 'c']],
    ['a regular expression with quotes', `a = /['"\`]/g; b`, ['a', 'b']],
    ['a regular expression with a slash in a class', 'a(/[/]b/, c)', ['a', 'c']],
    ['a regular expression after return', 'return /a/.b', ['return', 'b']],
    ['a division', 'a / b / c', ['a', 'b', 'c']],
    ['a division after a call', 'a() / b / c', ['a', 'b', 'c']],
    ['names beyond ASCII', 'ä.$b_1', ['ä', '$b_1']],
  ])('%s', (_name, source, expected) => {
    expect(tokenTexts(source)).toEqual(expected);
  });

  test('lines are counted through comments, templates and strings', () => {
    const [last] = tokenize('/*\n*/ `\n${\n1}\n`\n// x\nlast').slice(-1);
    expect(last).toEqual({ kind: 'word', text: 'last', line: 7 });
  });

  test('an arrow is one mark', () => {
    expect(tokenize('() => 1').map((token) => token.text)).toEqual(['(', ')', '=>', '1']);
  });
});

describe('imports', () => {
  test.each([
    ["import { a } from './a.ts';", './a.ts', false],
    ["import a, { b as c } from './a.ts';", './a.ts', false],
    ["import * as a from './a.ts';", './a.ts', false],
    ["import './a.ts';", './a.ts', false],
    ["import\n{\na,\n}\nfrom\n'./a.ts'", './a.ts', false],
    ["import a from './a.json' with { type: 'json' };", './a.json', false],
    ["import type { a } from './a.ts';", './a.ts', true],
    ["import type a from './a.ts';", './a.ts', true],
    ["import { type a, type b as c } from './a.ts';", './a.ts', true],
    ["import { type a, b } from './a.ts';", './a.ts', false],
    ["import { type } from './a.ts';", './a.ts', false],
    ["import type, { a } from './a.ts';", './a.ts', false],
    ["export { a } from './a.ts';", './a.ts', false],
    ["export * from './a.ts';", './a.ts', false],
    ["export * as a from './a.ts';", './a.ts', false],
    ["export type { a } from './a.ts';", './a.ts', true],
    ["const a = await import('./a.ts');", './a.ts', false],
    ['const a = import(`./a.ts`);', './a.ts', false],
    ["const a = import('./a.json', { with: { type: 'json' } });", './a.json', false],
    ['const a = `${await import("./a.ts")}`;', './a.ts', false],
    ["let a: import('./a.ts').A;", './a.ts', false],
    ["const a = require('./a.ts');", './a.ts', false],
    ["import a = require('./a.ts');", './a.ts', false],
    ['const a = import(name);', '', false],
    ["const a = import('./' + name);", '', false],
    ["import { from } from './a.ts';", './a.ts', false],
  ])('%s', (source, specifier, typeOnly) => {
    expect(importsOf(source)).toMatchObject([{ specifier, typeOnly }]);
  });

  test.each([
    "// import { a } from './a.ts';",
    "/* import './a.ts' */",
    `const a = "import { a } from './a.ts'";`,
    'const a = `import { a } from "./a.ts"`;',
    'const a = import.meta.url;',
    "export const from = 'a';",
    "export function a() { return from('b'); }",
    'export { a };',
    "export type A = 'b';",
    "a.import('./a.ts');",
    "const a = { import: './a.ts' };",
  ])('none in: %s', (source) => {
    expect(importsOf(source)).toEqual([]);
  });

  test('several, each with its line', () => {
    const source =
      "import { a } from './a.ts';\n\nexport const b = 1;\nexport { c } from './c.ts';\nimport('./d.ts');";
    expect(importsOf(source).map(({ specifier, line }) => [specifier, line])).toEqual([
      ['./a.ts', 1],
      ['./c.ts', 4],
      ['./d.ts', 5],
    ]);
  });

  test('a relative specifier becomes a path from the root', () => {
    expect(resolveImport('src-server/api/v3/a.ts', '../../model/b.ts')).toBe('src-server/model/b.ts');
    expect(resolveImport('src-server/api/v3/a.ts', 'express')).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import { runCommand } from '../../support/program/run-command.ts';
import { type Texts, writeKit } from './broken-kits.ts';

const MANIFEST = 'format: 1\nname: Hostile\n';
const LESSON = '---\ntitle: Look\nminutes: 5\n---\n\n## Look\n\n';
/** Nine values that each mean nine others, and so on: a few hundred bytes for 9^9 values. */
const BOMB = [
  `a: &a [${Array(9).fill('x')}]`,
  ...[...'bcdefghi'].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[index]}`)}]`),
].join('\n');

const HOSTILE: Readonly<Record<string, Texts>> = {
  'aliases that multiply in kit.yaml': { 'kit.yaml': `${MANIFEST}${BOMB}\n` },
  'aliases that multiply in a build script': { 'kit.yaml': MANIFEST, 'builds/bomb.yaml': `${BOMB}\n` },
  'aliases that multiply in a fault rule': { 'kit.yaml': MANIFEST, 'faults/bomb.yaml': `${BOMB}\n` },
  'aliases that multiply in a lesson': {
    'kit.yaml': MANIFEST,
    'lessons/01-look.md': LESSON.replace('minutes: 5', BOMB),
  },
  'a tag that would make a function': { 'kit.yaml': 'format: 1\nname: !!js/function "() => 1"\n' },
  'the prototype of every object as a key of YAML': {
    'kit.yaml': `${MANIFEST}__proto__: { polluted: true }\n`,
  },
  'the prototype of every object as a key of JSON': {
    'kit.yaml': MANIFEST,
    'seed.json': '{"users": [{"username": "a", "__proto__": {"polluted": true}, "constructor": 1}]}',
  },
  'lists in 100,000 lists': { 'kit.yaml': `${MANIFEST}x: ${'['.repeat(100_000)}` },
  'a seed of lists in 100,000 lists': {
    'kit.yaml': MANIFEST,
    'seed.json': `{"users": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  },
  'a key twice': { 'kit.yaml': `${MANIFEST}name: Again\n` },
  'pages from outside': { 'kit.yaml': MANIFEST, 'builds/out.yaml': 'steps: []\npages: ../../etc\n' },
  'a branch that git would take for an option': {
    'kit.yaml': MANIFEST,
    'repositories/a/repository.yaml':
      'commits:\n  - message: First\n    date: "-3d"\n    files: first\n    branch: --upload-pack=x\n',
    'repositories/a/first/a.md': '',
  },
  'an author that would be further commands of git': {
    'kit.yaml': MANIFEST,
    'repositories/a/repository.yaml':
      'commits:\n  - message: First\n    date: "-3d"\n    files: first\n    author: "A <a@b.c> 0 +0000\\nfrom refs/heads/x <a@b.c>"\n',
    'repositories/a/first/a.md': '',
  },
};

describe('S19 a hostile kit is refused, whatever is in it:', () => {
  test.each(Object.entries(HOSTILE))('%s', async (_, files) => {
    const { code, stderr } = await runCommand(['kit', 'check', writeKit(files)]);
    expect({ code, stderr }).toEqual({
      code: 8,
      stderr: expect.stringMatching(/^ {2}\S+\.(yaml|json|md)\b/m),
    });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../../src-server/builder/config/parse-config.ts';
import { FILE, refused } from './config-text.ts';

const BOMB = `a: &a [x, x, x, x, x, x, x, x, x, x]\n${[...'bcdefgh']
  .map((name, at) => `${name}: &${name} [${Array(10).fill(`*${'abcdefgh'[at]}`).join(', ')}]\n`)
  .join('')}`;

describe('safety S15: invalid YAML is refused', () => {
  test.each([
    ['', 'Empty config', null],
    ['# nothing\n', 'Empty config', null],
    ['{}', 'Empty config', null],
    ['- version: 2\n', 'Expected mapping', 1],
    ['nonsense\n', 'Expected mapping', 1],
    ['version: 2\nformats: [pdf\nsphinx: {}\n', /^YAML: ./, 3],
    ['version: 2\nbuild:\n\tos: x\n', /^YAML: Tabs/, 3],
    ['version: 2\n---\nversion: 2\n', 'YAML: It contains more than one document', 2],
    ['version: 2\nformats: !!python/object:os.system id\n', /^YAML: Unresolved tag/, 2],
    ['version: 2\nformats: !!set {pdf}\n', /^YAML: Unresolved tag/, 2],
    ['version: 2\n[a]: b\n', 'YAML: A key has to be text', 2],
    ['version: 2\nbuild: &b\n  tools: *b\n', 'YAML: *b is not defined above', 3],
    ['version: 2\nformats: *nobody\n', /^YAML: .*nobody/, 2],
    ['version: 2\nsphinx:\n  <<: conf.py\n', 'YAML: "<<" merges mappings only', 3],
    ['version: 2\nbuild:\n  commands: ["a\\0b"]\n', 'YAML: It contains a NUL character', 3],
    [BOMB, /^YAML: It contains more than 20000 values$/, 5],
    [`version: 2\nformats: ${'['.repeat(60)}${']'.repeat(60)}\n`, 'YAML: It is nested too deeply', 2],
    ['['.repeat(20_000), 'YAML: It is nested too deeply', 1],
    ['#'.repeat(100_001), 'It is longer than 100000 characters', null],
  ] as const)('%.40j', (text, reason, line) => {
    const problem = refused(() => parseConfig({ file: FILE, text }));
    expect(problem).toMatchObject({ key: '', code: 'config-syntax-invalid', file: FILE, line });
    expect(problem.reason).toMatch(reason);
    expect(problem.message).toBe(
      `Parse error in ${FILE}: ${problem.reason}${line === null ? '' : ` (line ${line})`}`,
    );
  });
});

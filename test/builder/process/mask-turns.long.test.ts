import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MASK, secretMask } from '../../../src-server/builder/process/mask-secrets.ts';
import { measureTurns } from '../../support/program/measure-turns.ts';
import { gitRepository } from '../git/git-repository.ts';
import { outputOf, runTestBuild } from '../steps/run-test-build.ts';

const CONFIG = `version: 2
build:
  os: ubuntu-24.04
  tools: { python: "3" }
  commands:
    - sh print.sh
`;
/** 3 MB of what each secret begins with, and then one of them. */
const PRINT = `awk 'BEGIN { for (i = 0; i < 30000; i++) printf "%0100d", 0 }'
echo " $SECRET_7."
`;

test('S8 a build that prints what 100 secrets begin with costs about as much as one without secrets', async () => {
  const { folder, commit } = gitRepository();
  commit('First', { '.readthedocs.yaml': CONFIG, 'print.sh': PRINT });
  const variables = Array.from({ length: 100 }, (_, index) => ({
    name: `SECRET_${index}`,
    value: `${'0'.repeat(index + 4)}1${'0'.repeat(1900)}x`,
  }));
  await runTestBuild({ repository: folder });
  const usual = await measureTurns(() => runTestBuild({ repository: folder }));
  const masked = await measureTurns(() => runTestBuild({ repository: folder, variables }));
  const output = outputOf(masked.result, 'sh print.sh');
  expect(output.length).toBeGreaterThan(3_000_000);
  expect(output).toContain(`0 ${MASK}.`);
  expect(masked.total).toBeLessThan(12 * usual.total);
});

test('S8 however a text is split, a mask is where a secret is, and nothing else is changed', () => {
  const letters = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b'), maxLength });
  fc.assert(
    fc.property(
      fc.array(letters(9), { maxLength: 9 }),
      fc.array(letters(6), { maxLength: 4 }),
      (pieces, values) => {
        const secrets = values.filter(({ length }) => length >= 4);
        const text = pieces.join('');
        const isSecret = Array.from(text, (_, at) =>
          secrets.some((secret) =>
            Array.from(secret, (_letter, before) => at - before).some(
              (start) => start >= 0 && text.startsWith(secret, start),
            ),
          ),
        );
        const mask = secretMask(values).stream();
        const masked = pieces.map((piece) => mask.push(piece)).join('') + mask.end();
        const kept = Array.from(text, (letter, at) => (isSecret[at] ? '' : letter)).join('');
        expect(masked.replaceAll('*', '')).toBe(kept);
        expect(masked.includes(MASK)).toBe(isSecret.includes(true));
      },
    ),
  );
});

test('S8 an endless secret is masked while it comes', () => {
  const mask = secretMask(['aaaa']).stream();
  const outputs = Array.from({ length: 1000 }, () => mask.push('aaaaaaaaaa'));
  expect(outputs.join('') + mask.push('b') + mask.end()).toBe(`${MASK}b`);
  expect(outputs.slice(0, 2).join('')).toBe(MASK);
});

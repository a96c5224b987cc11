import { expect, test } from 'vitest';
import { inspectRepository } from '../../../src-server/builder/git/inspect-repository.ts';
import { measureTurns } from '../../support/program/measure-turns.ts';
import { gitRepository } from '../git/git-repository.ts';

/** Texts that take the YAML parser seconds. */
const LONG: Readonly<Record<string, { readonly text: string; readonly problem: RegExp }>> = {
  commas: { text: `a: [${','.repeat(99_000)}`, problem: /Unexpected , in flow sequence/ },
  'flow maps': { text: '{a}'.repeat(30_000), problem: /Unexpected flow-map-start/ },
  values: { text: `a: [${'a,'.repeat(45_000)}]`, problem: /more than 20000 values/ },
};

test.each(Object.keys(LONG))(
  'a configuration file of %s is refused while other work goes on',
  async (name) => {
    const { text = '', problem = / / } = LONG[name] ?? {};
    const short = gitRepository();
    short.commit('Short', { '.readthedocs.yaml': 'version: 2\n' });
    const long = gitRepository();
    long.commit('Long', { '.readthedocs.yaml': text });
    await inspectRepository(short.folder);
    const usual = await measureTurns(() => inspectRepository(short.folder));
    const { result, total } = await measureTurns(() => inspectRepository(long.folder));
    expect(result.files?.config?.problems).toEqual([expect.stringMatching(problem)]);
    // This thread works about as much as for a short file.
    expect(total).toBeLessThan(10 * usual.total);
  },
);

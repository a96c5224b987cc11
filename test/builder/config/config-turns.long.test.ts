import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspectRepository } from '../../../src-server/builder/git/inspect-repository.ts';
import { resolveMkdocsPages } from '../../../src-server/builder/steps/docs-source.ts';
import { measureTurns } from '../../support/program/measure-turns.ts';
import { gitRepository, scratchFolder } from '../git/git-repository.ts';

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
    const long = gitRepository();
    long.commit('Long', { '.readthedocs.yaml': text });
    const usual = await inspectShort();
    const { result, total } = await measureTurns(() => inspectRepository(long.folder));
    expect(result.files?.config?.problems).toEqual([expect.stringMatching(problem)]);
    // This thread works about as much as for a short file.
    expect(total).toBeLessThan(10 * usual);
  },
);

test('the pages of a long mkdocs.yml are found while other work goes on', async () => {
  const checkout = scratchFolder();
  const write = (text: string) => writeFileSync(join(checkout, 'mkdocs.yml'), text);
  const find = () => resolveMkdocsPages(checkout, 'mkdocs.yml');
  write('docs_dir: pages\n');
  expect(await find()).toBe('pages');
  const short = await inspectShort();
  write(`docs_dir: pages\nnav: [${','.repeat(50_000)}`);
  const { result, total } = await measureTurns(find);
  expect(result).toBe('pages');
  expect(total).toBeLessThan(10 * short);
  write(`docs_dir: pages\n${'#'.repeat(1_000_000)}`);
  await expect(find()).rejects.toThrow('mkdocs.yml is larger than 1 MB.');
});

/** The work of this thread for a short configuration file of a repository, which starts processes. */
async function inspectShort(): Promise<number> {
  const { folder, commit } = gitRepository();
  commit('Short', { '.readthedocs.yaml': 'version: 2\n' });
  await inspectRepository(folder);
  return (await measureTurns(() => inspectRepository(folder))).total;
}

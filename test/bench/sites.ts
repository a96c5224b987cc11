import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SYLLABLES = [
  'ti',
  'de',
  'har',
  'bo',
  'lan',
  'ter',
  'al',
  'ma',
  'cur',
  'ren',
  'moo',
  'ring',
  'sou',
  'bea',
  'kel',
  'com',
];
const VOCABULARY = 20_000;

/**
 * Returns `count` words, the same for the same seed. As in any language, few words are on every page and most on few:
 * the word of rank n occurs about 1/n times as often as the first.
 */
export function words(seed: number, count: number): string {
  let state = (seed * 2_654_435_761 + 12_345) % 2 ** 32;
  return Array.from({ length: count }, () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return word(Math.floor(VOCABULARY ** (state / 2 ** 32)));
  }).join(' ');
}

/** Returns the unique word of this rank. */
function word(rank: number): string {
  let text = '';
  for (let rest = rank; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    text += SYLLABLES[rest % SYLLABLES.length];
  }
  return text;
}

const TODAY = 'version: 2\nbuild:\n  os: ubuntu-24.04\n  tools:\n    python: "3"\n';
/** The configuration of an environment that shares the packages of this machine, so that no index is needed. */
export const SHARED = 'version: 2\npython:\n  system_packages: true\n';

/** Creates a git repository with a Sphinx site of this many pages. */
export function sphinxRepository(folder: string, pages: number, config = TODAY): void {
  const names = Array.from({ length: pages - 1 }, (_, index) => `page-${index + 1}`);
  const files: Record<string, string> = {
    '.readthedocs.yaml': `${config}sphinx:\n  configuration: docs/conf.py\n`,
    'docs/conf.py': "project = 'Tides'\nextensions = []\nhtml_theme = 'alabaster'\n",
    'docs/index.rst': `Tides\n=====\n\n.. toctree::\n\n${names.map((name) => `   ${name}`).join('\n')}\n`,
  };
  for (const [index, name] of names.entries()) {
    const sections = [1, 2, 3].map(
      (part) =>
        `Part ${part}\n------\n\n${words(index * 3 + part, 250)}\n\n.. code-block:: python\n\n   x = ${part}\n`,
    );
    files[`docs/${name}.rst`] = `Page ${index + 1}\n${'='.repeat(12)}\n\n${sections.join('\n')}`;
  }
  commitAll(folder, files);
}

/** Writes this many finished pages into a folder, guides and descriptions of functions; returns their bytes. */
export function writePages(folder: string, pages: number): number {
  mkdirSync(folder, { recursive: true });
  let bytes = 0;
  for (let page = 0; page < pages; page++) {
    const sections = [1, 2, 3].map((part) => {
      const text = words(page * 3 + part, 100);
      if (page % 4 !== 0 || part === 1)
        return `<section id="part-${part}"><h2>Part ${part} ${words(page + part, 2)}</h2><p>${text}</p></section>`;
      const name = functionName(page, part);
      return `<dl class="py function"><dt class="sig" id="tides.${name}"><span>${name}</span>(a, b=None)</dt><dd><p>${text}</p></dd></dl>`;
    });
    const title = `Page ${page} ${words(page, 2)}`;
    const html = `<!doctype html><html lang="en"><title>${title}</title><main role="main"><h1>${title}</h1>${sections.join('')}</main>\n`;
    writeFileSync(join(folder, page === 0 ? 'index.html' : `page-${page}.html`), html);
    bytes += html.length;
  }
  return bytes;
}

/** Returns the name of a function that a page describes. */
export function functionName(page: number, part: number): string {
  return words(page * 7 + part, 3).replaceAll(' ', '_');
}

/** Writes files into a git repository and commits them. */
export function commitAll(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', 'commit', '--quiet', '-m', 'Site');
}

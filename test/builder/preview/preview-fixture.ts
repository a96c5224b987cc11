import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Lectern, openLectern } from '../../../src-server/lectern.ts';
import type { Preview } from '../../../src-server/model/previews/preview.ts';
import type { LecternOptions } from '../../../src-server/options.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { eventually, type Page, readPage } from '../../support/program/build-server.ts';
import { scratchFolder } from '../git/git-repository.ts';

/** The person at the command line. */
export const operator = systemActor('command');

/** A Lectern in this process that runs builds, with everything that tests of previews do with it. */
export type PreviewServer = Lectern & {
  readonly preview: (folder: string) => Promise<Preview>;
  readonly now: (id: number) => Preview & { readonly output: string };
  readonly until: (id: number, is: (preview: Preview) => boolean) => Promise<Preview & { output: string }>;
  readonly page: (preview: Preview, path?: string) => Promise<Page>;
};

/** Opens Lectern with an empty data folder; closes it after the test. */
export async function previewServer(options: Partial<LecternOptions> = {}): Promise<PreviewServer> {
  const lectern = await openLectern({
    data: join(scratchFolder(), 'data'),
    port: 0,
    builds: true,
    keychain: 'off',
    ...options,
  });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await lectern.close();
    isOpen = false;
  };
  onTestFinished(close);
  const { previews } = lectern.services;
  const now: PreviewServer['now'] = (id) => previews.get(operator, id);
  return {
    ...lectern,
    close,
    now,
    preview: (folder) => previews.start(operator, { folder, buildTools: 'machine' }),
    until: (id, is) => eventually(() => now(id), is),
    page: ({ label, url }, path = '') =>
      readPage(lectern.url, `${label}.localhost`, new URL(path, url).pathname),
  };
}

/** Writes files into a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Creates a folder with these files that is no repository, removed after the test. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = scratchFolder();
  writeFiles(folder, files);
  return folder;
}

/** A small Sphinx project. */
export const SPHINX: Readonly<Record<string, string>> = {
  '.readthedocs.yaml':
    'version: 2\nbuild:\n  os: ubuntu-24.04\n  tools: { python: "3" }\nsphinx:\n  configuration: docs/conf.py\n',
  'docs/conf.py': "project = 'Almanac'\nextensions = []\n",
  'docs/index.rst': 'Almanac\n=======\n\nFirst words.\n\n.. toctree::\n\n   tides\n',
  'docs/tides.rst': 'Tides\n=====\n\nHigh water.\n',
};

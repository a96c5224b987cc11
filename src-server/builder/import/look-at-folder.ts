import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FolderLook } from '../../model/projects/repository/repository-inspection.ts';

/** Where the configuration of a documentation tool is, as far as a look may go. */
const DOCS_FILES = [
  ...[
    'docs/conf.py',
    'doc/conf.py',
    'docs/source/conf.py',
    'doc/source/conf.py',
    'source/conf.py',
    'conf.py',
  ].map((file) => ['Sphinx', file] as const),
  ...['mkdocs.yml', 'mkdocs.yaml', 'docs/mkdocs.yml'].map((file) => ['MkDocs', file] as const),
];

/** Says what is at a path or `file:` URL of this computer, while a person types it. Reads names alone. */
export async function lookAtFolder(address: string): Promise<FolderLook> {
  const path = pathOf(address);
  if (path === undefined) return { kind: 'missing' };
  const found = await stat(path).catch(() => undefined);
  if (!found) return { kind: 'missing' };
  if (!found.isDirectory()) return { kind: 'file' };
  const docs = await docsIn(path);
  if (await isRepository(path)) return { kind: 'repository', docs };
  const root = await repositoryAbove(path);
  return root === undefined ? { kind: 'folder', docs } : { kind: 'inside', root, docs };
}

function pathOf(address: string): string | undefined {
  if (!/^file:/i.test(address)) return address;
  try {
    return fileURLToPath(address);
  } catch {
    return undefined;
  }
}

/** Returns whether git finds a repository here: one with files, a worktree, or a bare one. */
async function isRepository(path: string): Promise<boolean> {
  if (await exists(join(path, '.git'))) return true;
  const parts = await Promise.all(['HEAD', 'objects', 'refs'].map((part) => exists(join(path, part))));
  return parts.every(Boolean);
}

async function repositoryAbove(path: string): Promise<string | undefined> {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if (await exists(join(folder, '.git'))) return folder;
  }
  return undefined;
}

async function docsIn(path: string): Promise<string | null> {
  const found = await Promise.all(DOCS_FILES.map(([, file]) => exists(join(path, file))));
  return DOCS_FILES[found.indexOf(true)]?.[0] ?? null;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

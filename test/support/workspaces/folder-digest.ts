import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Returns a digest of the bytes of each file below a folder, and each folder, by path. */
export function folderDigest(root: string): Record<string, string> {
  const entries: Record<string, string> = {};
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    const file = join(root, path);
    entries[relative(root, file)] = statSync(file).isDirectory() ? 'folder' : digest(readFileSync(file));
  }
  return entries;
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

import { stringify } from 'yaml';
import { formatTimestamp } from '../base/timestamp.ts';
import type { KitRepository } from './kit.ts';

/** Writes a repository in the form in which a kit holds it: repository.yaml and a folder for each tree. */
export function writeRepository({ defaultBranch, commits }: KitRepository): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const plan = commits.map(({ message, at, author, branch, from, tags, files: tree }, index) => {
    const folder = `commit-${index + 1}`;
    for (const [path, bytes] of tree ?? []) files.set(`${folder}/${path}`, bytes);
    return {
      ...{ message, date: formatTimestamp(at), author, branch },
      ...(from !== undefined && { from }),
      ...(tree && { files: folder }),
      ...(tags.length > 0 && { tags }),
    };
  });
  files.set(
    'repository.yaml',
    new TextEncoder().encode(stringify({ default: defaultBranch, commits: plan })),
  );
  return files;
}

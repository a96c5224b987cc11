import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The pages of builds, in DOCS/VERSION ID/BUILD ID. The database knows which build's are served. */
export type PublishedPages = ReturnType<typeof publishedPages>;

/** The pages of one build. `placedAt` is in milliseconds since 1970. */
export type PlacedPages = { readonly versionId: number; readonly buildId: number; readonly placedAt: number };

/** Opens the folder of the pages of all builds; those that are kept for a snapshot stay. */
export function publishedPages(
  docs: string,
  isKept: (versionId: number, buildId: number) => boolean = () => false,
) {
  const folderOf = (versionId: number, buildId: number) => join(docs, String(versionId), String(buildId));

  return {
    folderOf,

    has: (versionId: number, buildId: number): boolean => existsSync(folderOf(versionId, buildId)),

    /** Moves a build's stage into place; it must be on the same file system. */
    place(versionId: number, buildId: number, stage: string): void {
      const folder = folderOf(versionId, buildId);
      mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
      // A crash may have left one that the database does not know.
      rmSync(folder, { recursive: true, force: true });
      renameSync(stage, folder);
    },

    isKept,

    /** Removes one build's pages, unless they are kept. Open files can still be read to their end. */
    remove(versionId: number, buildId: number): void {
      if (isKept(versionId, buildId)) return;
      rmSync(folderOf(versionId, buildId), { recursive: true, force: true });
    },

    /** Returns the pages of all builds. */
    list: (): PlacedPages[] =>
      numericFolders(docs).flatMap((versionId) =>
        numericFolders(join(docs, String(versionId))).map((buildId) => ({
          versionId,
          buildId,
          placedAt: statSync(folderOf(versionId, buildId)).ctimeMs,
        })),
      ),
  };
}

function numericFolders(folder: string): number[] {
  const found = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return found
    .filter((entry) => entry.isDirectory() && /^\d+$/.test(entry.name))
    .map(({ name }) => Number(name));
}

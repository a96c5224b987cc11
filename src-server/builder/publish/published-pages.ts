import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What builds left, by version and build: DOCS/VERSION ID/BUILD ID. Which one is served stands in the database. */
export type PublishedPages = ReturnType<typeof publishedPages>;

/** One build's pages that lie there. */
export type PlacedPages = { readonly versionId: number; readonly buildId: number; readonly placedAt: number };

/** The folder of everything that builds left. */
export function publishedPages(docs: string) {
  const folderOf = (versionId: number, buildId: number) => join(docs, String(versionId), String(buildId));

  return {
    folderOf,

    has: (versionId: number, buildId: number): boolean => existsSync(folderOf(versionId, buildId)),

    /** Moves what a build staged into its place; the stage has to lie on the same file system. */
    place(versionId: number, buildId: number, stage: string): void {
      const folder = folderOf(versionId, buildId);
      mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
      // A crash may have left one before the database knew of it.
      rmSync(folder, { recursive: true, force: true });
      renameSync(stage, folder);
    },

    /** Removes one build's pages. Readers that have a file open read it to its end. */
    remove(versionId: number, buildId: number): void {
      rmSync(folderOf(versionId, buildId), { recursive: true, force: true });
    },

    /** All that lies there; `placed` in milliseconds since 1970. */
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

import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { KeptPages } from './stored-pages.ts';

/** Beside the pages, never served: hosting serves only from the folders of formats. */
const ID_FILE = '.pages-id';
const PAGES_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DAY_MS = 86_400_000;

/**
 * Moves the pages of builds out of the way of a restore and back. Numbers of builds repeat after one, so each folder has
 * an id of its own, under which it lies in `aside` while another state is in use.
 */
export function keptPages(docs: string, aside: string) {
  const folderOf = ({ versionId, buildId }: Pick<KeptPages, 'versionId' | 'buildId'>) =>
    join(docs, String(versionId), String(buildId));
  const asideOf = (id: string) => join(aside, id);

  function present(): KeptPages[] {
    return numericFolders(docs).flatMap((versionId) =>
      numericFolders(join(docs, String(versionId))).map((buildId) => {
        const place = { versionId, buildId };
        return { ...place, id: idOf(folderOf(place)) };
      }),
    );
  }

  return {
    /** Returns all pages that are in place; gives those an id that have none. */
    present,

    /** Whether exactly these are in place. */
    isArranged(wanted: readonly KeptPages[]): boolean {
      const places = new Map(present().map(({ id, versionId, buildId }) => [id, `${versionId}/${buildId}`]));
      const isInPlace = ({ id, versionId, buildId }: KeptPages) =>
        places.get(id) === `${versionId}/${buildId}`;
      return places.size === wanted.length && wanted.every(isInPlace);
    },

    /** Puts exactly these in place, and the others aside; returns the versions whose pages were moved. */
    arrange(wanted: readonly KeptPages[]): ReadonlySet<number> {
      const moved = new Set<number>();
      const wantedIds = new Set(wanted.map(({ id }) => id));
      for (const found of present()) {
        if (wantedIds.has(found.id)) continue;
        mkdirSync(aside, { recursive: true, mode: 0o700 });
        renameSync(folderOf(found), asideOf(found.id));
        moved.add(found.versionId);
      }
      for (const pages of wanted) {
        const folder = folderOf(pages);
        if (existsSync(folder) || !existsSync(asideOf(pages.id))) continue;
        mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
        renameSync(asideOf(pages.id), folder);
        moved.add(pages.versionId);
      }
      return moved;
    },

    /** Removes what lies aside, is not among `ids`, and was put there more than `days` ago. */
    prune(ids: ReadonlySet<string>, days: number, now: number): void {
      for (const id of existsSync(aside) ? readdirSync(aside) : []) {
        if (ids.has(id) || now - statSync(asideOf(id)).ctimeMs < days * DAY_MS) continue;
        rmSync(asideOf(id), { recursive: true, force: true });
      }
    },
  };
}

export type PageKeeper = ReturnType<typeof keptPages>;

function idOf(folder: string): string {
  const file = join(folder, ID_FILE);
  const known = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // A process that was killed while it wrote one has left a part of it, which no snapshot has.
  if (PAGES_ID.test(known)) return known;
  const id = randomUUID();
  writeFileSync(file, id, { mode: 0o600 });
  return id;
}

function numericFolders(folder: string): number[] {
  const found = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return found
    .filter((entry) => entry.isDirectory() && /^\d+$/.test(entry.name))
    .map(({ name }) => Number(name));
}

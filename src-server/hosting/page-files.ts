import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { DownloadFormat, Version } from '../model/versions/version.ts';

/** A file that a build left, which may be sent. */
export type PageFile = {
  /** Its absolute path, percent-encoded as `send` wants it. */
  readonly encodedPath: string;
  /** The build that left it: pages of another build are other pages, whatever their size and time. */
  readonly build: number;
};

/** Whose pages are looked for. */
type VersionPages = Pick<Version, 'id' | 'pagesBuild'>;

export type PageFiles = {
  /** The file at a path below a version's pages: `/guides/install.html`. */
  readonly page: (version: VersionPages, path: string) => PageFile | undefined;
  /** The one file of a downloadable format. */
  readonly download: (version: VersionPages, format: DownloadFormat) => PageFile | undefined;
  /** Looks for it anew the next time: it was gone when it was to be sent. */
  readonly invalidate: (file: PageFile) => void;
};

/** So many files are remembered. */
const CACHE_SIZE = 20_000;
/** Everything else that begins with a dot is a tool's own, and may be what nobody meant to publish: `.git`, `.env`. */
const PUBLISHED_DOTFILES = new Set(['.well-known', '.nojekyll']);
const DRIVE = /^[a-z]:$/i;
const NOT_ON_WINDOWS = /[<>:"|?*]|[. ]$|^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i;

/**
 * Finds files in the folder of built pages, VERSION ID/BUILD ID/{html,htmlzip,epub,pdf}. Whatever a build has put
 * there, links and all, nothing outside of its own folder is found (safety S10). A build's folder never changes once
 * it is there, so a file that was found is not looked for again; it may be gone when it is sent.
 */
export function createPageFiles(docsFolder: string): PageFiles {
  const cache = new Map<string, PageFile>();
  let realDocs: string | undefined;

  function memoize(key: string, find: () => PageFile | undefined): PageFile | undefined {
    const cached = cache.get(key);
    if (cached) return cached;
    const file = find();
    if (!file) return undefined;
    if (cache.size >= CACHE_SIZE) cache.clear();
    cache.set(key, file);
    return file;
  }

  /** @throws NodeJS.ErrnoException */
  function resolveInside(
    build: number,
    folder: readonly string[],
    path: readonly string[],
  ): PageFile | undefined {
    realDocs ??= realpathSync.native(docsFolder);
    const requestedPath = join(realDocs, ...folder, ...path);
    const real = realpathSync.native(requestedPath);
    if (!real.startsWith(join(realDocs, ...folder) + sep) || !statSync(real).isFile()) return undefined;
    return { encodedPath: encodeURI(requestedPath), build };
  }

  return {
    invalidate(file) {
      for (const [key, one] of cache) if (one === file) cache.delete(key);
    },

    page(version, path) {
      const build = version.pagesBuild;
      if (build === null) return undefined;
      return memoize(`${build}${path}`, () => {
        const segments = path.split('/').slice(1);
        if (!segments.every((segment) => isServable(segment))) return undefined;
        return undefinedIfMissing(() =>
          resolveInside(build, [String(version.id), String(build), 'html'], segments),
        );
      });
    },

    download(version, format) {
      const build = version.pagesBuild;
      if (build === null) return undefined;
      return memoize(`${build} ${format}`, () =>
        undefinedIfMissing(() => {
          const folder = [String(version.id), String(build), format];
          const [name] = readdirSync(join(docsFolder, ...folder)).sort();
          return name === undefined ? undefined : resolveInside(build, folder, [name]);
        }),
      );
    },
  };
}

/** Whether a segment of a path may name a file or folder of pages, here or on the platform given. */
export function isServable(segment: string, platform: NodeJS.Platform = process.platform): boolean {
  if (segment === '' || DRIVE.test(segment)) return false;
  if (segment.startsWith('.') && !PUBLISHED_DOTFILES.has(segment)) return false;
  return platform !== 'win32' || !NOT_ON_WINDOWS.test(segment);
}

/** A file that cannot be reached, for whatever reason, is none. */
function undefinedIfMissing(find: () => PageFile | undefined): PageFile | undefined {
  try {
    return find();
  } catch {
    return undefined;
  }
}

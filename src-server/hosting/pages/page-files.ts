import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { DownloadFormat, Version } from '../../model/versions/version.ts';

/** A file of a build that may be sent. */
export type PageFile = {
  readonly path: string;
  /** The path, percent-encoded as `send` wants it. */
  readonly encodedPath: string;
  /** The build that it is of: it makes the ETag differ between builds, whatever size and time. */
  readonly build: number;
};

type VersionPages = Pick<Version, 'id' | 'pagesBuild'>;

export type PageFiles = {
  /** Finds the file at a path below a version's pages: `/guides/install.html`. */
  readonly page: (version: VersionPages, path: string) => PageFile | undefined;
  /** Finds the one file of a downloadable format. */
  readonly download: (version: VersionPages, format: DownloadFormat) => PageFile | undefined;
  /** Forgets a file that was gone when it was to be sent. */
  readonly invalidate: (file: PageFile) => void;
};

/** Files cached. */
const CACHE_SIZE = 20_000;
/** Other dotfiles belong to tools and may have been left by mistake: `.git`, `.env`. */
const PUBLISHED_DOTFILES = new Set(['.well-known', '.nojekyll']);
const HTML = /\.html?$/i;
const DRIVE = /^[a-z]:$/i;
const NOT_ON_WINDOWS = /[<>:"|?*]|[. ]$|^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i;

/**
 * Finds files in the folder of built pages, VERSION ID/BUILD ID/{html,htmlzip,epub,pdf}; links never lead out of a
 * build's folder (safety S10). That folder never changes, so files found are cached; one may be gone when it is sent.
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

  /** Gives a file inside the folder, by its real path. @throws NodeJS.ErrnoException */
  function resolveInside(
    build: number,
    folder: readonly string[],
    path: readonly string[],
  ): PageFile | undefined {
    realDocs ??= realpathSync.native(docsFolder);
    const requestedPath = join(realDocs, ...folder, ...path);
    const real = realpathSync.native(requestedPath);
    if (!real.startsWith(join(realDocs, ...folder) + sep) || !statSync(real).isFile()) return undefined;
    return { path: requestedPath, encodedPath: encodeURI(requestedPath), build };
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

/** Whether a file is an HTML page by its name. */
export function isHtml(path: string): boolean {
  return HTML.test(path);
}

/** Whether a segment of a path may name a file or folder of pages on this or the given platform. */
export function isServable(segment: string, platform: NodeJS.Platform = process.platform): boolean {
  if (segment === '' || DRIVE.test(segment)) return false;
  if (segment.startsWith('.') && !PUBLISHED_DOTFILES.has(segment)) return false;
  return platform !== 'win32' || !NOT_ON_WINDOWS.test(segment);
}

/** Treats a file that cannot be read, for any reason, as missing. */
function undefinedIfMissing(find: () => PageFile | undefined): PageFile | undefined {
  try {
    return find();
  } catch {
    return undefined;
  }
}

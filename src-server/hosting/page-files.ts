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
type Pages = Pick<Version, 'id' | 'pagesBuild'>;

export type PageFiles = {
  /** The file at a path below a version's pages: `/guides/install.html`. */
  readonly page: (version: Pages, path: string) => PageFile | undefined;
  /** The one file of a downloadable format. */
  readonly download: (version: Pages, format: DownloadFormat) => PageFile | undefined;
  /** Looks for it anew the next time: it was gone when it was to be sent. */
  readonly forget: (file: PageFile) => void;
};

/** So many files are remembered. */
const KEPT = 20_000;
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
  const known = new Map<string, PageFile>();
  let realDocs: string | undefined;

  function remembered(key: string, find: () => PageFile | undefined): PageFile | undefined {
    const before = known.get(key);
    if (before) return before;
    const file = find();
    if (!file) return undefined;
    if (known.size >= KEPT) known.clear();
    known.set(key, file);
    return file;
  }

  /** @throws NodeJS.ErrnoException */
  function inside(build: number, folder: readonly string[], path: readonly string[]): PageFile | undefined {
    realDocs ??= realpathSync.native(docsFolder);
    const asked = join(realDocs, ...folder, ...path);
    const real = realpathSync.native(asked);
    if (!real.startsWith(join(realDocs, ...folder) + sep) || !statSync(real).isFile()) return undefined;
    return { encodedPath: encodeURI(asked), build };
  }

  return {
    forget(file) {
      for (const [key, one] of known) if (one === file) known.delete(key);
    },

    page(version, path) {
      const build = version.pagesBuild;
      if (build === null) return undefined;
      return remembered(`${build}${path}`, () => {
        const segments = path.split('/').slice(1);
        if (!segments.every((segment) => isServable(segment))) return undefined;
        return unlessMissing(() => inside(build, [String(version.id), String(build), 'html'], segments));
      });
    },

    download(version, format) {
      const build = version.pagesBuild;
      if (build === null) return undefined;
      return remembered(`${build} ${format}`, () =>
        unlessMissing(() => {
          const folder = [String(version.id), String(build), format];
          const [name] = readdirSync(join(docsFolder, ...folder)).sort();
          return name === undefined ? undefined : inside(build, folder, [name]);
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
function unlessMissing(find: () => PageFile | undefined): PageFile | undefined {
  try {
    return find();
  } catch {
    return undefined;
  }
}

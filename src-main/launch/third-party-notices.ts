// The licences of all that a package of Lectern brings from others: what the window's bundle holds, and the production
// dependencies of the lockfile, which the program's bundles hold or load.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the window's build puts the notices, beside the window. */
export const NOTICES_FILE = 'third-party-notices.txt';

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;
const LINE = '-'.repeat(80);

type LockEntry = { readonly dev?: boolean; readonly link?: boolean };
type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly homepage?: string;
};

/** Returns the folders of the production dependencies that are installed, below the checkout. */
export function productionFolders(root: string): readonly string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockEntry>>;
  };
  // The packages of Node itself are for npm scripts and shipped by nobody.
  const isShipped = (path: string) =>
    path !== '' && !/^node_modules\/node(?:-bin)?-(?:linux|darwin|win)/.test(path);
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => isShipped(path) && !dev && !link)
    .map(([path]) => path)
    .filter((path) => existsSync(join(root, path, 'package.json')));
}

/** Returns the folder of the package that a module of a bundle is from; undefined for one of ours. */
export function packageFolder(module: string): string | undefined {
  return /(?:^|[\\/])(node_modules[\\/](?:.*[\\/]node_modules[\\/])?(?:@[^\\/]+[\\/])?[^\\/]+)/
    .exec(module)?.[1]
    ?.replaceAll('\\', '/');
}

/** Writes the notices of packages, each once: name, version, licence and its text. */
export function noticesOf(root: string, folders: Iterable<string>): string {
  const notices = new Map<string, string>();
  for (const folder of folders) {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
    notices.set(`${manifest.name} ${manifest.version}`, notice(join(root, folder), manifest));
  }
  const sorted = [...notices].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, text]) => text);
  return ['Lectern contains the following software and fonts of others.\n', ...sorted].join(`\n${LINE}\n\n`);
}

function notice(folder: string, { name, version, license = 'unknown', homepage }: Manifest): string {
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const head = [`${name} ${version}`, `Licence: ${license}`, ...(homepage === undefined ? [] : [homepage])];
  return `${head.join('\n')}\n\n${texts.join('\n\n') || `The package has no text of its licence, ${license}.`}\n`;
}

type Emitter = {
  getModuleIds(): Iterable<string>;
  emitFile(file: { type: 'asset'; fileName: string; source: string }): string;
};

/** Puts the notices beside the window that a build bundles. */
export function thirdPartyNotices(root: string) {
  return {
    name: 'lectern-third-party-notices',
    generateBundle(this: Emitter) {
      const bundled = [...this.getModuleIds()].flatMap((id) => packageFolder(id) ?? []);
      const folders = new Set([...productionFolders(root), ...bundled]);
      this.emitFile({ type: 'asset', fileName: NOTICES_FILE, source: noticesOf(root, folders) });
    },
    // A file that the packager puts beside the archive is left out of it, so it gets a copy of its own.
    writeBundle({ dir }: { readonly dir?: string | undefined }) {
      if (dir === undefined) return;
      const beside = join(dir, '..', 'notices');
      mkdirSync(beside, { recursive: true });
      copyFileSync(join(dir, NOTICES_FILE), join(beside, NOTICES_FILE));
    },
  };
}

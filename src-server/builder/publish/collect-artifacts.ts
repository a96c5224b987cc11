import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
} from 'node:fs';
import { chmod, lstat, readdir, readlink, rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { DOWNLOAD_FORMATS, type DownloadFormat } from '../../model/versions/version.ts';
import type { BuildFolders } from '../queue/build-folders.ts';
import { BuildProblem } from '../queue/build-problem.ts';

/** The artifacts of a successful build, in its stage. */
export type Artifacts = {
  readonly downloads: readonly DownloadFormat[];
  /** Paths of removed links and other non-files, relative to the output folder. */
  readonly removedLinks: readonly string[];
};

const EXTENSIONS: Readonly<Record<DownloadFormat, string>> = { epub: '.epub', htmlzip: '.zip', pdf: '.pdf' };

/** The longest chain of links that is followed, as in the operating system. */
const MAX_LINKS = 40;

/**
 * Moves the output of the steps into the build's stage: `html/`, and one file each in `htmlzip/`, `epub/` and `pdf/`.
 * Staged files are readable, and no link leads out of the stage (safety S10). Call it once no process of the build runs.
 * @throws BuildProblem when there are no pages, or several files of a format
 */
export async function collectArtifacts(folders: BuildFolders, slug: string): Promise<Artifacts> {
  const removedLinks: string[] = [];
  const html = outputFolder(folders, 'html');
  if (html === undefined)
    throw new BuildProblem('The build made no pages: there is no folder $READTHEDOCS_OUTPUT/html.');
  await sanitize(html, (path) => removedLinks.push(join('html', relative(html, path))));
  if (!isFile(join(html, 'index.html')))
    throw new BuildProblem(
      'The pages have no index.html at the top ($READTHEDOCS_OUTPUT/html/index.html), so the address of this version would show nothing.',
    );
  const files = DOWNLOAD_FORMATS.map((format) => [format, downloadOf(folders, format)] as const);
  renameSync(html, join(folders.stage, 'html'));
  for (const [format, file] of files) {
    if (file === undefined) continue;
    mkdirSync(join(folders.stage, format), { mode: 0o755 });
    chmodSync(file, 0o644);
    renameSync(file, join(folders.stage, format, slug + EXTENSIONS[format]));
  }
  return { downloads: files.flatMap(([format, file]) => (file === undefined ? [] : [format])), removedLinks };
}

/** Returns the folder of a format, which may be a link within the checkout; undefined when missing. @throws BuildProblem for a link that leads out */
export function outputFolder({ checkout, output }: BuildFolders, name: string): string | undefined {
  const folder = join(output, name);
  if (!existsSync(folder)) return undefined;
  const real = realpathSync(folder);
  if (!real.startsWith(checkout + sep))
    throw new BuildProblem(`$READTHEDOCS_OUTPUT/${name} is a link that leads out of the repository.`);
  return statSync(real).isDirectory() ? real : undefined;
}

/** Returns the file of a download format; undefined when missing. @throws BuildProblem for several */
function downloadOf(folders: BuildFolders, format: DownloadFormat): string | undefined {
  const folder = outputFolder(folders, format);
  if (folder === undefined) return undefined;
  const files = readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith(EXTENSIONS[format]) && isFile(path));
  if (files.length > 1)
    throw new BuildProblem(
      `There are ${files.length} files in $READTHEDOCS_OUTPUT/${format}. Leave exactly one.`,
    );
  return files[0];
}

/** Makes everything readable, and removes all but files, folders and links within the tree. */
async function sanitize(root: string, onRemoved: (path: string) => void): Promise<void> {
  const pending = [root];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    await ensureMode(folder, 0o755);
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) pending.push(path);
      else if (entry.isFile()) await ensureMode(path, 0o644);
      else if (!entry.isSymbolicLink() || !(await staysInside(path, root))) {
        await rm(path, { force: true });
        onRemoved(path);
      }
    }
  }
}

/**
 * Returns whether a link reaches a file or folder below the root without leaving the root on the way, since the tree is
 * moved without what is around it. Resolves the path step by step, as the operating system does.
 */
async function staysInside(link: string, root: string): Promise<boolean> {
  let at = dirname(link);
  let current: Stats | undefined;
  let links = 0;
  const steps = [basename(link)];
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    if (current?.isDirectory() === false) return false;
    if (step === '' || step === '.') continue;
    const next = join(at, step);
    if (next !== root && !next.startsWith(root + sep)) return false;
    const found = await lstat(next).catch(() => undefined);
    if (found === undefined) return false;
    if (!found.isSymbolicLink()) {
      at = next;
      current = found;
      continue;
    }
    const target = await readlink(next);
    links += 1;
    if (isAbsolute(target) || links > MAX_LINKS) return false;
    steps.unshift(...target.split(sep));
  }
  return at !== root && (current?.isFile() || current?.isDirectory() || false);
}

async function ensureMode(path: string, requiredMode: number): Promise<void> {
  const { mode } = await lstat(path);
  if ((mode & requiredMode) !== requiredMode) await chmod(path, (mode & 0o777) | requiredMode);
}

function isFile(path: string): boolean {
  return existsSync(path) && lstatSync(path).isFile();
}

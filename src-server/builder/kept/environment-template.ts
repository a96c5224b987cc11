import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { readFile, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { captureOutput } from '../process/capture-output.ts';
import { copyTree, fileStamp, filesWith, replaceInFiles, treeDigest } from './file-trees.ts';
import { inTurn } from './in-turn.ts';

/** The Python that an environment is made with. */
export type TemplatePython = {
  /** Its own file, not a shim. */
  readonly executable: string;
  readonly version: string;
  /** The folder of its module ensurepip. */
  readonly ensurepip: string;
  /** Options of `python -m venv`. */
  readonly options: readonly string[];
};

export type TemplateOptions = {
  /** The folder of what all builds share. */
  readonly shared: string;
  readonly path: string;
  readonly stop: AbortSignal;
  /** Returns the command that runs a program apart from the machine, with this folder. */
  readonly isolate: (argv: readonly string[], folder: string) => readonly string[];
  /** Called before a template is made, which takes some seconds. */
  readonly onMake: () => void;
};

const TEMPLATES = 'templates';
const MAKE_MS = 300_000;
/** The longest path for which pip writes a plain first line into its scripts; a longer one needs another form. */
const MAX_PATH = 100;
/** Where Debian has the packages that ensurepip installs. */
const SYSTEM_WHEELS = '/usr/share/python-wheels';
const Template = z.object({
  madeAt: z.string(),
  digest: z.string(),
  /** The files that contain their own place. */
  placed: z.array(z.string()),
  /** The lists of installed files, with digests of some of those. */
  records: z.array(z.string()),
});
type Template = z.infer<typeof Template>;

/**
 * Copies the environment that a Python makes to `target`, as `python -m venv` would make it there; returns whether that
 * was possible. The first copy for each Python makes the template, which no build can write.
 */
export async function copyTemplate(
  python: TemplatePython,
  target: string,
  options: TemplateOptions,
): Promise<boolean> {
  if (!isPlainPath(target) || !isPlainPath(options.shared) || existsSync(target)) return false;
  const folder = join(options.shared, TEMPLATES, await templateName(python));
  return inTurn(folder, options.stop, async () => {
    const template = (await readTemplate(folder)) ?? (await makeTemplate(python, folder, options));
    if (template === undefined) return false;
    try {
      await copyTree(join(folder, 'venv'), target, options.stop);
      await replaceInFiles(target, template.placed, template.madeAt, target);
      await updateRecords(target, template);
    } catch (error) {
      await rm(target, { recursive: true, force: true });
      if (options.stop.aborted) throw error;
      return false;
    }
    const now = new Date();
    // The last use, by which old ones are removed.
    await utimes(folder, now, now);
    return true;
  });
}

/** Returns a name for what a template depends on. */
async function templateName({ executable, version, ensurepip, options }: TemplatePython): Promise<string> {
  const real = await realpath(executable);
  const stamps = await Promise.all([real, join(ensurepip, '_bundled'), SYSTEM_WHEELS].map(fileStamp));
  const key = JSON.stringify([executable, real, version, ...stamps, ...options]);
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}

/** Returns a template that is whole; removes a damaged one. */
async function readTemplate(folder: string): Promise<Template | undefined> {
  if (!existsSync(folder)) return undefined;
  try {
    const template = Template.parse(JSON.parse(await readFile(join(folder, 'template.json'), 'utf8')));
    if ((await treeDigest(join(folder, 'venv'))) === template.digest) return template;
  } catch {
    // Made again below.
  }
  await rm(folder, { recursive: true, force: true });
  return undefined;
}

/** Makes a template and starts it once; returns undefined when this Python cannot. */
async function makeTemplate(
  { executable, options: flags }: TemplatePython,
  folder: string,
  { path, stop, isolate, onMake }: TemplateOptions,
): Promise<Template | undefined> {
  onMake();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const place = await realpath(folder);
  const madeAt = join(place, 'venv');
  // Nothing of the project is in this environment: what it holds is for all builds.
  const env = { PATH: path, HOME: place, TMPDIR: place, LANG: 'C.UTF-8' };
  const run = (argv: readonly string[]) =>
    captureOutput(argv, {
      ...{ cwd: place, env, stop, timeoutMs: MAKE_MS },
      isolate: (command) => isolate(command, place),
    });
  const made = await run([executable, '-m', 'venv', ...flags, madeAt]);
  const python = join(madeAt, 'bin', 'python');
  const prefix =
    made === undefined ? undefined : await run([python, '-c', 'import sys, pip; print(sys.prefix)']);
  if (prefix !== madeAt) {
    await rm(folder, { recursive: true, force: true });
    return undefined;
  }
  const isText = (name: string) => !/\.(?:pyc|exe|so|dll|dylib)$/.test(name);
  const placed = await filesWith(madeAt, madeAt, isText);
  const records = await filesWith(madeAt, '/bin/', (name) => name === 'RECORD');
  const template = { madeAt, placed, records, digest: await treeDigest(madeAt) };
  await writeFile(join(folder, 'template.json'), JSON.stringify(template), { mode: 0o600 });
  return template;
}

/** Writes the digests of relocated programs into the lists of installed files. */
async function updateRecords(target: string, { placed, records }: Template): Promise<void> {
  for (const record of records) {
    const file = join(target, record);
    let text = await readFile(file, 'utf8');
    for (const name of placed) {
      const listed = relative(join(dirname(file), '..'), join(target, name));
      const content = await readFile(join(target, name));
      const digest = createHash('sha256').update(content).digest('base64url');
      const line = `${listed},sha256=${digest},${content.length}`;
      text = text
        .split('\n')
        .map((old) => (old.startsWith(`${listed},sha256=`) ? line + (old.endsWith('\r') ? '\r' : '') : old))
        .join('\n');
    }
    await writeFile(file, text);
  }
}

function isPlainPath(path: string): boolean {
  return path.length <= MAX_PATH && !/\s/.test(path) && process.platform !== 'win32';
}

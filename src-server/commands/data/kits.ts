import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { openCore } from '../../core.ts';
import { Invalid, Problem } from '../../model/base/problems.ts';
import { formatPlace, type KitFinding } from '../../model/kits/kit.ts';
import { isBuiltInKit } from '../../services/kits/built-in-kits.ts';
import type { KitReport, KitSource, Kits } from '../../services/kits/kits.ts';
import { packKit } from '../../services/kits/pack-kit.ts';
import { makeFolders } from '../../store/file/make-folders.ts';
import { KitRefused } from '../failures.ts';
import { resolvePathArg } from '../paths.ts';
import type { Terminal } from '../terminal.ts';
import { formatColumns } from '../terminal.ts';
import { type CoreOptions, operator, withCore } from '../with-core.ts';

/** `kit list`: the built-in kits. */
export async function listKits(terminal: Terminal): Promise<number> {
  const cards = await inMemory(terminal, (kits) => kits.list());
  terminal.answer(
    { kits: cards },
    formatColumns(
      cards.map(({ id, counts, description }) => [id, `${counts.projects} projects`, description]),
    ),
  );
  return 0;
}

/** `kit check DIR`: says all that is wrong with a kit; loads it into memory, so that nothing is left to find later. */
export async function checkKit(path: string, terminal: Terminal): Promise<number> {
  const source = kitSource(path);
  const name = nameOf(source);
  return inMemory(terminal, async (kits) => {
    const { kit, findings } = await kits.check(source);
    if (!kit) throw new KitRefused(name, findings.map(entryOf), 'has faults');
    await loadKit(kits, source, 'has faults');
    terminal.answer({ kit: name, name: kit.manifest.name, faults: [] }, [`${name} has no faults.`]);
    return 0;
  });
}

/** `kit make PATH`: writes the present data as a kit into a new folder, or into a zip where the path ends with .zip. */
export async function makeKit(options: CoreOptions, path: string, terminal: Terminal): Promise<number> {
  const place = resolvePathArg(path);
  const isZip = place.endsWith('.zip');
  if (existsSync(place))
    throw new Problem(`${place} is there already. Name a new ${isZip ? 'file' : 'folder'}.`);
  return withCore(options, terminal, 'existing', async ({ services }) => {
    const name = basename(place).replace(/(\.lectern-kit)?\.zip$/, '');
    const { files, notes } = await services.kits.make(operator, { name, description: '' });
    makeFolders(dirname(place));
    if (isZip) writeFileSync(place, await packKit(files), { flag: 'wx' });
    else writeNewFolder(place, files);
    terminal.answer({ kit: place, files: files.size, notes }, [
      `Wrote ${files.size} ${files.size === 1 ? 'file' : 'files'} to ${place}.`,
      ...notes,
    ]);
    return 0;
  });
}

/** Writes beside the folder and renames, so that a half-written kit is never found under its name. */
function writeNewFolder(folder: string, files: ReadonlyMap<string, Uint8Array>): void {
  const partial = `${folder}.${process.pid}.partial`;
  try {
    mkdirSync(partial);
    for (const [path, bytes] of files) {
      mkdirSync(dirname(join(partial, path)), { recursive: true });
      writeFileSync(join(partial, path), bytes);
    }
    renameSync(partial, folder);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw error;
  }
}

/** Names a built-in kit or a path. A path has a slash, a dot or an ending. */
export function kitSource(text: string): KitSource {
  return isBuiltInKit(text) ? { name: text } : { path: resolvePathArg(text) };
}

/** Loads a kit, whole or not at all. @throws KitRefused */
export async function loadKit(
  kits: Kits,
  source: KitSource,
  verdict = 'was refused; nothing was loaded',
): Promise<KitReport> {
  try {
    return await kits.load(operator, source);
  } catch (error) {
    throw error instanceof Invalid ? kitRefused(source, error, verdict) : error;
  }
}

/** Returns the refusal of a kit by its name and the places of its faults. */
export function kitRefused(source: KitSource, { errors }: Invalid, verdict: string): KitRefused {
  const entries = Object.entries(errors).flatMap(([path, messages]) =>
    Array.isArray(messages) ? messages.map((message) => ({ path, message })) : [],
  );
  return new KitRefused(nameOf(source), entries, verdict);
}

function nameOf(source: KitSource): string {
  if ('name' in source) return source.name;
  return 'path' in source ? source.path : 'kit';
}

function entryOf(finding: KitFinding) {
  return { path: formatPlace(finding), message: finding.message };
}

async function inMemory<T>(terminal: Terminal, work: (kits: Kits) => Promise<T>): Promise<T> {
  const core = await openCore({ data: null, what: 'command', log: terminal.log });
  try {
    return await work(core.services.kits);
  } finally {
    await core.close();
  }
}

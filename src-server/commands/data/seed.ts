import { readFileSync } from 'node:fs';
import type { Core } from '../../core.ts';
import { Invalid, Problem } from '../../model/base/problems.ts';
import { parseSeedFile } from '../../model/seeds/seed-file.ts';
import type { Seed } from '../../model/seeds/seed-schema.ts';
import { seedSlug } from '../../services/seeds/seed-rows.ts';
import type { MissingReport, SeedReport } from '../../services/seeds/seeds.ts';
import { PROGRAM } from '../command-line.ts';
import { SeedRefused } from '../failures.ts';
import { resolvePathArg } from '../paths.ts';
import type { Terminal } from '../terminal.ts';
import { type CoreOptions, operator, withCore } from '../with-core.ts';

const LOAD_MISSING = `To load only the projects that are not there yet, use "${PROGRAM} seed FILE --missing".`;

/** A seed file that was read and is valid in itself. */
export type SeedFile = { readonly file: string; readonly content: Seed };

/** `seed FILE`. @throws SeedRefused: nothing was loaded */
export async function seed(
  {
    missing = false,
    'allow-builds': allowBuilds = false,
    ...options
  }: CoreOptions & { readonly missing?: boolean; readonly 'allow-builds'?: boolean },
  file: string,
  terminal: Terminal,
): Promise<number> {
  const read = readSeed(file);
  return withCore(options, terminal, 'create', async (core) => {
    const loaded: SeedReport & Partial<MissingReport> = missing
      ? await loadMissing(core, read)
      : await loadSeed(core, read);
    const { left = [], ...report } = loaded;
    terminal.answer({ file: read.file, loaded: report, ...(missing && { left }) }, [
      `Loaded ${seedSummary(report)} from ${read.file}.`,
      ...(left.length > 0 ? [`Left as they are, since they are there already: ${left.join(', ')}.`] : []),
    ]);
    allowSeeded(core, read, { isAllowed: allowBuilds, left }, terminal);
    await core.secrets.settled();
    return 0;
  });
}

/** Reads a seed file. @throws SeedRefused @throws Problem when it cannot be read */
export function readSeed(file: string): SeedFile {
  const path = resolvePathArg(file);
  return { file: path, content: withSeedErrors(path, () => parseSeedFile(readText(path))) };
}

/** Loads all of it or nothing. @throws SeedRefused */
export async function loadSeed(
  { services }: Pick<Core, 'services'>,
  { file, content }: SeedFile,
): Promise<SeedReport> {
  try {
    return await services.seeds.load(operator, content);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const isTaken = services.seeds.taken(content).length > 0;
    throw new SeedRefused(file, error.errors, isTaken ? LOAD_MISSING : undefined);
  }
}

/** Loads the projects that are not there yet. @throws SeedRefused */
async function loadMissing(
  { services }: Pick<Core, 'services'>,
  { file, content }: SeedFile,
): Promise<MissingReport> {
  try {
    return await services.seeds.loadMissing(operator, content);
  } catch (error) {
    throw error instanceof Invalid ? new SeedRefused(file, error.errors) : error;
  }
}

/**
 * Lets builds run the code of the projects for which a seed file asks it, where the person says so; else says that the file
 * asked. A file alone allows nothing (safety S12).
 */
export function allowSeeded(
  { services }: Pick<Core, 'services'>,
  { content }: SeedFile,
  { isAllowed, left = [] }: { readonly isAllowed: boolean; readonly left?: readonly string[] },
  terminal: Terminal,
): void {
  const slugs = content.projects
    .filter(({ allow_builds }) => allow_builds)
    .map(seedSlug)
    .filter((slug) => !left.includes(slug));
  if (slugs.length === 0) return;
  if (isAllowed) for (const slug of slugs) services.buildTrust.allow(operator, slug);
  else
    terminal.log(
      `The file asks to let builds run the code of ${slugs.join(', ')}; it was not allowed. Allow it with --allow-builds, in the window, or by "${PROGRAM} project set ${slugs[0]} trusted true".`,
    );
}

/** Writes what was loaded: `2 users, 12 projects and 30 builds`. */
export function seedSummary(report: SeedReport & Readonly<Record<string, number>>): string {
  const parts = Object.entries(report)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${countedNoun(what, count)}`);
  const last = parts.pop();
  if (last === undefined) return 'nothing new';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}

function countedNoun(what: string, count: number): string {
  const words = what.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  if (count !== 1) return words;
  return words === 'repositories' ? 'repository' : words.slice(0, -1);
}

function withSeedErrors<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof Invalid ? new SeedRefused(file, error.errors) : error;
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new Problem(`There is no file ${path}.`);
    throw new Problem(`${path} cannot be read (${code}).`);
  }
}

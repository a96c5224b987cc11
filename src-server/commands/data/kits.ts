import { openCore } from '../../lectern.ts';
import { Invalid } from '../../model/base/problems.ts';
import { formatPlace, type KitFinding } from '../../model/kits/kit.ts';
import { isBuiltInKit } from '../../services/kits/built-in-kits.ts';
import type { KitReport, KitSource, Kits } from '../../services/kits/kits.ts';
import { KitRefused } from '../failures.ts';
import { resolvePathArg } from '../paths.ts';
import type { Terminal } from '../terminal.ts';
import { formatColumns } from '../terminal.ts';
import { operator } from '../with-core.ts';

/** `kit list`: the built-in kits. */
export async function listKits(terminal: Terminal): Promise<number> {
  const cards = await inMemory(terminal, async (kits) => kits.list());
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
    if (!(error instanceof Invalid)) throw error;
    const entries = Object.entries(error.errors).flatMap(([path, messages]) =>
      Array.isArray(messages) ? messages.map((message) => ({ path, message })) : [],
    );
    throw new KitRefused(nameOf(source), entries, verdict);
  }
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

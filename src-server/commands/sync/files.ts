import { readFileSync } from 'node:fs';
import type { SyncFileKind } from '../../model/sync/operations.ts';
import { resolvePathArg } from '../paths.ts';
import type { Terminal } from '../terminal.ts';
import type { CoreOptions } from '../with-core.ts';
import { SYNC_EXIT } from './exit-codes.ts';
import { count } from './remotes.ts';
import { callSync } from './sync-call.ts';

/** `export redirects SLUG`: the YAML alone on stdout. @throws Problem */
export async function exportFile(
  options: CoreOptions,
  kind: SyncFileKind,
  project: string,
  terminal: Terminal,
): Promise<number> {
  const { text } = await callSync('export', { kind, project }, options, terminal);
  terminal.answer({ kind, project, text }, [text.trimEnd()]);
  return SYNC_EXIT.done;
}

/** `apply FILE`: with `--dry-run`, ends with 10 when it would change something. @throws Problem with file and line */
export async function applyFile(
  { 'dry-run': dryRun, ...options }: CoreOptions & { readonly 'dry-run': boolean },
  path: string,
  terminal: Terminal,
): Promise<number> {
  const text = readFileSync(resolvePathArg(path), 'utf8');
  const applied = await callSync('apply', { file: path, text, dryRun }, options, terminal);
  const { project, kind, changes } = applied;
  const verb = dryRun ? 'would change' : 'changed';
  terminal.answer(applied, [
    ...changes.map(({ action, key }) => `${action} ${key}`),
    changes.length === 0
      ? `The ${kind} of ${project} are already those of ${path}.`
      : `${path} ${verb} ${count(changes.length, 'thing')} of ${project}.`,
  ]);
  return dryRun && changes.length > 0 ? SYNC_EXIT.changes : SYNC_EXIT.done;
}

import {
  SYNC_OPERATIONS,
  type SyncAnswer,
  type SyncInput,
  type SyncOperation,
} from '../../model/sync/operations.ts';
import { SYNC_PATH } from '../../model/sync/sync-path.ts';
import { callHolder } from '../call-server.ts';
import type { Terminal } from '../terminal.ts';
import { type CoreOptions, operator, withCore } from '../with-core.ts';

/**
 * Carries out an operation of sync in the data folder, or through the Lectern that has it open, which takes the token in
 * the environment. Progress goes to stderr. @throws Problem @throws FolderInUse with what to do
 */
export async function callSync<Name extends SyncOperation>(
  name: Name,
  input: SyncInput<Name>,
  options: CoreOptions,
  terminal: Terminal,
): Promise<SyncAnswer<Name>> {
  try {
    return await withCore(options, terminal, 'existing', async (core) => {
      const { createSyncOperations } = await import('../../host/remotes/sync-operations.ts');
      const interrupted = new AbortController();
      terminal.onSignal('SIGINT', () => interrupted.abort());
      const operations = createSyncOperations({
        ...{ services: core.services, runner: await core.sync(), actor: operator },
        signal: interrupted.signal,
      });
      return await operations[name](input, terminal.log);
    });
  } catch (error) {
    const call = { path: SYNC_PATH + name, input, progress: terminal.log, inWindow: 'Live service' };
    const answer = await callHolder(error, call, terminal);
    return SYNC_OPERATIONS[name].answer.parse(answer) as SyncAnswer<Name>;
  }
}

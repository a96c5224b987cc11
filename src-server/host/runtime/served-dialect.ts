import type { Dialect } from '../../model/base/dialect.ts';
import { systemActor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';

/** Follows the dialect that the server answers in: the one given at the start, else that of the settings. */
export function servedDialect(
  { settings, changes, snapshots }: Pick<Services, 'settings' | 'changes' | 'snapshots'>,
  given: Dialect | undefined,
): () => Dialect {
  if (given !== undefined) return () => given;
  const read = () => settings.get(systemActor('start'), 'dialect');
  let current = read();
  changes.subscribe(({ action }) => {
    if (action === 'settings.update') current = read();
  });
  snapshots.onRestored(() => {
    current = read();
  });
  return () => current;
}

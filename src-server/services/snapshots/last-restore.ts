import type { Store } from '../../store/open-store.ts';

/** The row of the settings table that has the id of the journal's entry of the last restore, written with it. */
export const LAST_RESTORE = 'lastRestore';

/** Returns the id of the last restore's entry: what the journal has before it happened in another state. 0 for none. */
export function lastRestore({ settings }: Pick<Store, 'settings'>): number {
  const id = settings.all()[LAST_RESTORE];
  return typeof id === 'number' ? id : 0;
}

import type { Link } from '../../model/sync/link.ts';
import { sameField } from '../../model/sync/merge.ts';
import type { Step } from '../../model/sync/plan.ts';
import type { UsableObject } from './rows/usable-fields.ts';

/** Compares an update with what the service has now: to be sent, there already, or in conflict. */
export function checkUpdate(step: Step, link: Link, there: UsableObject): 'send' | 'agreed' | 'conflict' {
  if (there.key !== link.remoteKey) return 'conflict';
  const names = Object.keys(step.to ?? {}).filter((name) => there.fields[name] !== undefined);
  const isThere = (name: string) => sameField(name, there.fields[name], step.to?.[name]);
  const isBase = (name: string) => sameField(name, there.fields[name], link.base?.[name]);
  if (!names.every((name) => isThere(name) || isBase(name))) return 'conflict';
  // What the service never answers may not have arrived.
  const isWhole = names.length === Object.keys(step.to ?? {}).length && names.length > 0;
  return isWhole && names.every(isThere) ? 'agreed' : 'send';
}

/** Returns whether an object may be deleted there: only as it was last agreed. */
export function checkDeletion(link: Link, there: UsableObject): 'send' | 'conflict' {
  const isSame = Object.entries(there.fields).every(([name, value]) =>
    sameField(name, value, link.base?.[name]),
  );
  return isSame && there.key === link.remoteKey ? 'send' : 'conflict';
}

/** Returns whether an object there is the one that a create step would make. */
export function isSameObject(step: Step, { address, fields }: UsableObject): boolean {
  const to = step.to ?? {};
  const same = (...names: readonly string[]) =>
    names.every((name) => sameField(name, to[name], fields[name]));
  if (step.kind === 'redirect') return same('type', 'from_url', 'to_url');
  if (step.kind === 'variable') return same('name');
  if (step.kind === 'subproject') return same('child');
  return step.kind === 'project' ? same('repository.url', 'name') : address === step.key;
}

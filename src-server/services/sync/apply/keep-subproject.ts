import type { Link } from '../../../model/sync/link.ts';
import { mergeFields } from '../../../model/sync/merge.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import type { LinkLog } from '../rows/link-log.ts';
import { readObject } from '../rows/local-projects.ts';
import { createTakeFields } from '../rows/take-fields.ts';
import type { UsableObject } from '../rows/usable-fields.ts';

/** Creates what merges a subproject that a push found changed: what is equal is agreed, the rest taken or a conflict. */
export function createKeepSubproject(context: ServiceContext) {
  const takeFields = createTakeFields(context);
  return (actor: Actor, log: LinkLog, link: Link, there: UsableObject): void => {
    const { kind, localId, remoteId, projectLink } = link;
    const here = readObject(context.store, kind, localId, remoteId);
    // Deleted here: all that is another one there is part of the conflict.
    const local = here?.fields ?? Object.fromEntries(Object.keys(there.fields).map((name) => [name, null]));
    const { take, base, theirs } = mergeFields({ base: link.base, local, remote: there.fields });
    const rowId = takeFields(actor, { kind, localId, local, take, projectLink: projectLink ?? 0 });
    if (rowId !== undefined) log.update(link, { ...link, localId: rowId, base, theirs });
    // The alias is taken here, so that it stays as it is until a person decides.
    else log.update(link, { ...link, theirs: { ...theirs, ...take } });
  };
}

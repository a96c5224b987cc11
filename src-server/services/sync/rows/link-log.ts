import type { JsonObject } from '../../../model/builds/build.ts';
import type { Link } from '../../../model/sync/link.ts';
import type { Store } from '../../../store/open-store.ts';
import type { NewLink } from '../../../store/tables/sync/remote-links.ts';

/** What a change did to links, as its journal entry keeps it. */
export type LinkHistory = {
  /** Links that were changed or removed, as they were before. */
  readonly links: readonly JsonObject[];
  /** Ids of links that were made. */
  readonly made: readonly number[];
};

/** Writes links, and notes how they were before, so that the change can be undone with them. */
export function createLinkLog({ sync: { links } }: Pick<Store, 'sync'>) {
  const before = new Map<number, Link>();
  const made = new Set<number>();

  function note(link: Link | undefined): void {
    if (link && !made.has(link.id) && !before.has(link.id)) before.set(link.id, link);
  }

  return {
    insert(link: NewLink): Link {
      const stored = links.insert(link);
      made.add(stored.id);
      return stored;
    },
    /** Stores a link in place of what it was. */
    update(was: Link, next: Link): Link {
      note(was);
      links.update(next);
      return next;
    },
    /** Stores what is only shown of a link. */
    show(link: Link): void {
      links.update(link);
    },
    /** Removes a link; that of a project with those of its objects. */
    remove(link: Link): void {
      if (link.kind === 'project') for (const each of links.ofProject(link.id)) note(each);
      note(link);
      links.remove(link.id);
      made.delete(link.id);
    },
    history: (): LinkHistory => ({
      links: [...before.values()].map((link) => ({ ...link })),
      made: [...made],
    }),
    hasChanged: (): boolean => before.size + made.size > 0,
  };
}

export type LinkLog = ReturnType<typeof createLinkLog>;

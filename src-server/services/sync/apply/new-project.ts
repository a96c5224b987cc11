import type { Project } from '../../../model/projects/project.ts';
import { formIn2020 } from '../../../model/redirects/redirect-forms.ts';
import type { Link, Listing, RemoteObject, RemoteProject } from '../../../model/sync/link.ts';
import { mergeFields } from '../../../model/sync/merge.ts';
import type { CatalogueEntry, Remote } from '../../../model/sync/remote.ts';
import { type Fields, REDIRECT_ORDER, type SyncKind } from '../../../model/sync/sync-fields.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import { NEW_PROJECT } from '../../projects/projects.ts';
import { projectFields } from '../rows/local-fields.ts';
import { linkOfProject, variableObject, versionObject } from '../rows/local-projects.ts';
import { newVariable, projectWith, redirectOf, versionOf } from '../rows/row-writes.ts';
import { leftOut, notTakenNotes, type UsableObject, usableObject } from '../rows/usable-fields.ts';
import { freeSlugs } from './merge-project.ts';

/** Creates what writes a pulled project that is not here yet: all its rows and links, which one journal entry names. */
export function createNewProject({ store, clock }: ServiceContext) {
  function insertProject(project: UsableObject, slug: string): Project {
    const now = clock();
    const empty: Omit<Project, 'id'> = {
      ...{ ...NEW_PROJECT, slug, name: slug, repositoryUrl: '', repositoryType: 'git', homepage: '' },
      ...{ language: 'en', programmingLanguage: 'words', created: now, modified: now },
    };
    const { id: _, ...row } = projectWith({ ...empty, id: 0 }, project.fields);
    return store.projects.insert({ ...row, modified: now });
  }

  /** Existing users of the same names for a Lectern, whose people may be the same; else those chosen on connecting. */
  function addMaintainers(remote: Remote, project: Project, shown: RemoteObject['shown']): void {
    const named = remote.kind === 'lectern' ? store.users.byUsernames(usernamesIn(shown)) : [];
    const ids = named.length > 0 ? named.map(({ id }) => id) : remote.maintainers;
    for (const id of new Set(ids)) if (store.users.byId(id)) store.projects.addMaintainer(project.id, id);
  }

  /** Forgets what was known of the project as a subproject before it was removed here: its parent's list makes it one again. */
  function forgetRelation({ remoteId, address }: Link): void {
    const { parent } = store.sync.projects.bySlug(remoteId, address) ?? {};
    const link = parent ? linkOfProject(store, remoteId, parent) : undefined;
    for (const each of link ? store.sync.links.ofProject(link.id) : []) {
      const isOfChild = each.kind === 'subproject' && each.base?.child === address;
      if (isOfChild && !store.subprojects.byId(each.localId)) store.sync.links.remove(each.id);
    }
  }

  return {
    /** Writes the project; returns its link. */
    create(
      remote: Remote,
      entry: Pick<CatalogueEntry, 'slug'>,
      object: UsableObject,
      pulled: RemoteProject,
      notes: string[],
    ): Link {
      const now = clock();
      const project = insertProject(object, entry.slug);
      addMaintainers(remote, project, object.shown);
      const order = { [REDIRECT_ORDER]: pulled.redirects.objects.map(({ key }) => key) };
      const local = { ...projectFields({ project }), ...order };
      const { base } = mergeFields({ base: null, local, remote: { ...object.fields, ...order } });
      const common = { remoteId: remote.id, deletedThere: false, ignored: {}, theirs: null, seenAt: now };
      const { key: remoteKey, address, shown } = object;
      const link = store.sync.links.insert({
        ...{ ...common, kind: 'project', localId: project.id, projectLink: null },
        ...{ remoteKey, address, shown, base },
      });
      forgetRelation(link);
      const insertLink = (of: UsableObject, localId: number, fields: Fields) =>
        store.sync.links.insert({
          ...{ ...common, kind: of.kind, localId, remoteKey: of.key, projectLink: link.id },
          ...{ address: of.address, shown: of.shown, base: { ...fields, ...of.fields } },
        });
      const usable = (kind: SyncKind, { objects, notTaken }: Listing) => {
        notes.push(...notTakenNotes(kind, notTaken));
        return distinct(objects).flatMap((each) => {
          const kept = usableObject(each, remote.kind);
          if (!kept) notes.push(leftOut(each));
          return kept ? [kept] : [];
        });
      };

      const slugOf = freeSlugs([]);
      const branch = project.remoteBranch ?? 'master';
      for (const version of usable('version', pulled.versions)) {
        const row = versionOf({ ...version, address: slugOf(version.address) }, project.id, branch);
        const made = versionObject(store.versions.insert(row));
        insertLink(version, made.id, made.fields);
      }
      const redirects = usable('redirect', pulled.redirects);
      for (const [index, redirect] of redirects.entries()) {
        const written = redirectOf(redirect.fields);
        const has2020Form = formIn2020(written).rule !== null;
        const times = { created: now, modified: now, rank: now + redirects.length - index };
        const { id } = store.redirects.insert({ ...written, ...times, projectId: project.id, has2020Form });
        insertLink(redirect, id, {});
      }
      for (const variable of usable('variable', pulled.variables)) {
        const row = store.environmentVariables.insert(newVariable(project.id, variable.fields, now), null);
        insertLink(variable, row.id, variableObject(row).fields);
      }
      return link;
    },
  };
}

function distinct(objects: readonly RemoteObject[]): RemoteObject[] {
  return [...new Map(objects.map((object) => [object.key, object])).values()];
}

/** Reads the people of a project there. They are data: none gets access but a user here of the same name. */
function usernamesIn({ users }: RemoteObject['shown']): string[] {
  if (!Array.isArray(users)) return [];
  return users.flatMap((user: unknown) => {
    const name: unknown =
      typeof user === 'object' && user !== null && 'username' in user ? user.username : user;
    return typeof name === 'string' ? [name] : [];
  });
}

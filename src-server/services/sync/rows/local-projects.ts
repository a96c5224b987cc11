import type { Project } from '../../../model/projects/project.ts';
import type { Redirect } from '../../../model/redirects/redirect.ts';
import { formOfToday } from '../../../model/redirects/redirect-forms.ts';
import type { Subproject } from '../../../model/relations/subproject.ts';
import type { LocalObject, LocalProject } from '../../../model/sync/differences.ts';
import type { Link } from '../../../model/sync/link.ts';
import { REDIRECT_ORDER, type SyncKind } from '../../../model/sync/sync-fields.ts';
import type { EnvironmentVariable } from '../../../model/variables/environment-variable.ts';
import type { Version } from '../../../model/versions/version.ts';
import type { Store } from '../../../store/open-store.ts';
import type { ProjectEntry } from '../../../store/tables/projects/project-rows.ts';
import { projectFields, redirectFields, siteOf, variableFields, versionFields } from './local-fields.ts';

/** The rows of a project that are synced. */
export type ProjectRows = {
  readonly entry: ProjectEntry;
  /** Without those of pull requests. */
  readonly versions: readonly Version[];
  /** In the order in which they are tried. */
  readonly redirects: readonly Redirect[];
  readonly variables: readonly EnvironmentVariable[];
  readonly subprojects: readonly Subproject[];
};

const ALL = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

/** Reads the rows of a project; undefined when it is gone. */
export function readRows(store: Store, projectId: number): ProjectRows | undefined {
  const entry = store.projects.byId(projectId);
  return (
    entry && {
      entry,
      versions: store.versions.ofProject(projectId).filter(({ type }) => type !== 'external'),
      redirects: store.redirects.ofProject(projectId, ALL).items,
      variables: store.environmentVariables.ofProject(projectId, ALL).items,
      subprojects: store.subprojects.hasChildren(projectId)
        ? store.subprojects.ofParent(projectId, null, ALL).items
        : [],
    }
  );
}

/** Reads a linked project as it is here; undefined when it was removed. */
export function readLocalProject(store: Store, link: Link): LocalProject | undefined {
  const rows = readRows(store, link.localId);
  return rows && localProject(store, link, rows);
}

/** Returns a linked project as it is here, from its rows. */
export function localProject(store: Store, link: Link, rows: ProjectRows): LocalProject {
  const present = new Set(rows.subprojects.map(({ id }) => id));
  const links = store.sync.links
    .ofProject(link.id)
    .filter((each) => present.has(each.localId) || !hasLostChild(store, each));
  const service = store.sync.remotes.byId(link.remoteId)?.kind ?? 'community';
  const order = { [REDIRECT_ORDER]: orderOf(rows.redirects, links) };
  const { project } = rows.entry;
  return {
    service,
    link,
    links,
    project: {
      kind: 'project',
      id: project.id,
      key: project.slug,
      fields: { ...projectFields(rows.entry), ...order },
    },
    objects: localObjects(store, link, rows),
    requests: store.sync.requests.ofProject(link.id),
  };
}

/** Finds the link of a project by its slug there. */
export function linkOfProject(store: Store, remoteId: number, slugThere: string): Link | undefined {
  const entry = store.sync.projects.bySlug(remoteId, slugThere);
  return entry && store.sync.links.byKey(remoteId, 'project', entry.key);
}

/** Finds the project here that stands for one there. */
export function projectHere(store: Store, remoteId: number, slugThere: string): Project | undefined {
  const link = linkOfProject(store, remoteId, slugThere);
  return link && store.projects.byId(link.localId)?.project;
}

/** Whether a subproject went with its child, which was removed here: there it stays one. */
function hasLostChild(store: Store, { kind, remoteId, base }: Link): boolean {
  return kind === 'subproject' && projectHere(store, remoteId, String(base?.child)) === undefined;
}

/** Returns the keys there of linked redirects, in their order here. */
export function orderOf(redirects: readonly Pick<Redirect, 'id'>[], links: readonly Link[]): number[] {
  const keys = new Map(
    links.flatMap(({ kind, localId, remoteKey }) =>
      kind === 'redirect' && remoteKey !== null ? [[localId, remoteKey] as const] : [],
    ),
  );
  return redirects.flatMap(({ id }) => keys.get(id) ?? []);
}

function localObjects(store: Store, link: Link, rows: ProjectRows): LocalObject[] {
  const site = siteOf(rows.entry);
  return [
    ...rows.versions.map(versionObject),
    ...rows.redirects.map((redirect) => redirectObject(redirect, site)),
    ...rows.variables.map(variableObject),
    ...rows.subprojects.map((subproject) => subprojectObject(store, link.remoteId, subproject)),
  ];
}

/** Returns a version with its fields. */
export function versionObject(version: Version): LocalObject {
  return { kind: 'version', id: version.id, key: version.slug, fields: versionFields(version) };
}

/** Returns a redirect with its fields; without any when today's service has no form of it. */
export function redirectObject(redirect: Redirect, site: ReturnType<typeof siteOf>): LocalObject {
  const fields = redirectFields(redirect, site);
  const object = { kind: 'redirect' as const, id: redirect.id };
  if (fields) return { ...object, key: String(fields.from_url || fields.type), fields };
  const { reason } = formOfToday(redirect, site) as { readonly reason?: string };
  const unfit = `The service has no such redirect: ${reason ?? 'it has no form today'}.`;
  return { ...object, key: redirect.fromUrl || redirect.type, fields: {}, unfit };
}

/** Returns a variable with its fields. */
export function variableObject(variable: EnvironmentVariable): LocalObject {
  return { kind: 'variable', id: variable.id, key: variable.name, fields: variableFields(variable) };
}

/** Returns a subproject with its fields; its child is named as there. */
export function subprojectObject(
  store: Store,
  remoteId: number,
  { id, childId, alias }: Subproject,
): LocalObject {
  const child = store.sync.links.byLocal('project', childId);
  const object = { kind: 'subproject' as const, id, key: alias };
  if (child?.remoteId === remoteId && child.remoteKey !== null)
    return { ...object, fields: { child: child.address, alias } };
  const slug = store.projects.byId(childId)?.project.slug ?? alias;
  const unfit = `The service does not have the project ${slug}. Create it there first.`;
  return { ...object, fields: { child: slug, alias }, unfit };
}

/** Reads one object with its fields; undefined when it was removed. */
export function readObject(
  store: Store,
  kind: SyncKind,
  id: number,
  remoteId: number,
): LocalObject | undefined {
  switch (kind) {
    case 'project': {
      const link = store.sync.links.byLocal('project', id);
      return link && readLocalProject(store, link)?.project;
    }
    case 'version': {
      const version = store.versions.byId(id);
      return version && versionObject(version);
    }
    case 'redirect': {
      const redirect = store.redirects.byId(id);
      const entry = redirect && store.projects.byId(redirect.projectId);
      return entry && redirectObject(redirect, siteOf(entry));
    }
    case 'variable': {
      const variable = store.environmentVariables.byId(id);
      return variable && variableObject(variable);
    }
    case 'subproject': {
      const relation = store.subprojects.byId(id);
      return relation && subprojectObject(store, remoteId, relation);
    }
  }
}

import type { Link } from './link.ts';
import { outgoingFields } from './merge.ts';
import { placesOfNew } from './redirect-order.ts';
import type { RemoteKind } from './remote.ts';
import {
  type Fields,
  pickFields,
  pushedFields,
  REDIRECT_ORDER,
  type StepKind,
  type SyncKind,
  VALUE_AT,
} from './sync-fields.ts';

/** One local object with its canonical values. */
export type LocalObject = {
  readonly kind: SyncKind;
  readonly id: number;
  /** What names it within its project: slug, `from_url`, name or alias. */
  readonly key: string;
  readonly fields: Fields;
  /** Sentence that says why the service could not take it, such as a redirect of 2020 without a form today. */
  readonly unfit?: string;
};

/** A build on the service that a person asked for: to be started by the next push, or sent without an answer. */
export type BuildRequestState = 'wanted' | 'uncertain';

/** A linked project as it is here. */
export type LocalProject = {
  readonly service: RemoteKind;
  readonly project: LocalObject;
  readonly link: Link;
  /** Links of what belongs to it. */
  readonly links: readonly Link[];
  /** All that belongs to it, redirects in their order. */
  readonly objects: readonly LocalObject[];
  /** Builds that were asked for, by the link of the version. */
  readonly requests?: ReadonlyMap<number, BuildRequestState>;
};

/** One object that is other here than what both sides last agreed on. */
export type Difference = {
  readonly kind: StepKind;
  readonly key: string;
  readonly action: 'create' | 'update' | 'delete';
  /** Agreed values of the fields that differ; of a deleted object all. */
  readonly from: Fields | null;
  /** Values here of the fields that differ; of a new object all. A new redirect has its `position`. */
  readonly to: Fields | null;
  readonly localId: number;
  readonly linkId: number | null;
  /** Sentence that says why it cannot be sent now; null when it can. */
  readonly blocked: string | null;
};

/** Position of a new redirect in a step; no field of an object, since the order is one of the project. */
export const POSITION = 'position';

const IN_CONFLICT = 'It was changed on the service too. Resolve the conflict first.';
const PROJECT_GONE =
  'The project is gone on the service, or no longer yours. Unlink it, or get access again.';
const NO_VALUE =
  'Type its value here first. The service cannot change a variable, so it is added again with its value.';
const TOO_MANY = 'The service takes 100 redirects a project. Replace some by one that ends with *.';
const NOT_ACTIVE =
  'The version is not active on the service and here. Activating it there builds it; take the request back.';
const UNCERTAIN_BUILD =
  'No answer came, so the build may have started. Look at the builds on the service, then ask again or take it back.';
const MAX_REDIRECTS = 100;

/** Kinds that can be created and deleted there; versions come from the repository alone. */
const CREATED_KINDS: ReadonlySet<SyncKind> = new Set(['redirect', 'variable', 'subproject']);

/**
 * Returns the outgoing differences of one linked project. A project that was removed here has none: it is "not wanted
 * here", and what belonged to it is not deleted there.
 */
export function projectDifferences(local: LocalProject): Difference[] {
  const links = new Map(local.links.map((link) => [`${link.kind} ${link.localId}`, link]));
  const present = new Set(local.objects.map(({ kind, id }) => `${kind} ${id}`));
  const gone = local.links.filter((link) => !present.has(`${link.kind} ${link.localId}`));
  const positions = positionsOfNew(local, links);
  const changed = freeAliases(
    local,
    local.objects.flatMap((object) => objectDifference(local, object, links, positions)),
  );
  const all = [
    ...projectChanges(local),
    ...gone.flatMap(deletion),
    ...limited(local, changed),
    ...requestedBuilds(local),
  ];
  return local.link.deletedThere ? all.map((difference) => ({ ...difference, blocked: PROJECT_GONE })) : all;
}

/** The project's own fields; the order of its redirects is a difference of its own, since other requests send it. */
function projectChanges({ service, project, link }: LocalProject): Difference[] {
  if (link.remoteKey === null) return [creation(service, project, link)];
  const { [REDIRECT_ORDER]: order, ...others } = project.fields;
  return [others, order === undefined ? {} : { [REDIRECT_ORDER]: order }].flatMap((fields) =>
    update(service, { ...project, fields }, link),
  );
}

function objectDifference(
  local: LocalProject,
  object: LocalObject,
  links: ReadonlyMap<string, Link>,
  positions: ReadonlyMap<number, number>,
): Difference[] {
  const link = links.get(`${object.kind} ${object.id}`);
  if (link?.remoteKey != null) return update(local.service, object, link);
  if (!CREATED_KINDS.has(object.kind)) return [];
  const created = creation(local.service, object, link ?? null);
  const position = positions.get(object.id);
  if (object.kind !== 'redirect' || position === undefined) return [created];
  return [{ ...created, to: { ...created.to, [POSITION]: position } }];
}

/** Positions of the redirects that are to be created, by their ids here. */
function positionsOfNew(
  { link, objects }: LocalProject,
  links: ReadonlyMap<string, Link>,
): ReadonlyMap<number, number> {
  const ids = objects.flatMap(({ kind, id }) => (kind === 'redirect' ? [id] : []));
  const keys = ids.map((id) => links.get(`redirect ${id}`)?.remoteKey ?? null);
  const there = (link.base?.[REDIRECT_ORDER] ?? []) as readonly number[];
  const places = placesOfNew(keys, there, MAX_REDIRECTS);
  return new Map([...places].map(([index, place]) => [ids[index] ?? 0, place]));
}

function creation(service: RemoteKind, object: LocalObject, link: Link | null): Difference {
  const to = pickFields(object.fields, pushedFields(object.kind, service));
  return {
    ...{ kind: object.kind, key: object.key, action: 'create', from: null, to },
    ...{ localId: object.id, linkId: link?.id ?? null },
    blocked: unfitFor(object),
  };
}

function update(service: RemoteKind, object: LocalObject, link: Link): Difference[] {
  const names = outgoingFields(link, pickFields(object.fields, pushedFields(object.kind, service)));
  if (names.length === 0) return [];
  return [
    {
      ...{ kind: object.kind, key: object.key, action: 'update' },
      from: pickFields(link.base ?? {}, names),
      to: pickFields(object.fields, names),
      ...{ localId: object.id, linkId: link.id },
      blocked: isInConflict(link) ? IN_CONFLICT : unfitFor(object),
    },
  ];
}

/**
 * Deletes and creates subprojects that take aliases from each other: the service changes no alias, and one is free only
 * after the other subproject has left it.
 */
function freeAliases(
  { service, objects, links }: LocalProject,
  differences: readonly Difference[],
): readonly Difference[] {
  const changes = differences.filter(
    ({ kind, action, blocked }) => kind === 'subproject' && action === 'update' && blocked === null,
  );
  const left = new Set(changes.map(({ from }) => from?.alias));
  const taken = new Set(changes.map(({ to }) => to?.alias));
  const moved = new Set(changes.filter(({ from, to }) => left.has(to?.alias) || taken.has(from?.alias)));
  if (moved.size === 0) return differences;
  const linkOf = new Map(links.map((link) => [link.id, link]));
  return differences.flatMap((difference) => {
    const link = moved.has(difference) ? linkOf.get(difference.linkId ?? 0) : undefined;
    const object = objects.find(({ kind, id }) => kind === 'subproject' && id === difference.localId);
    return link && object ? [...deletion(link), creation(service, object, null)] : [difference];
  });
}

/** Builds of linked versions that a person asked for; one without an answer is never sent again by itself. */
function requestedBuilds({ links, objects, requests }: LocalProject): Difference[] {
  if (!requests || requests.size === 0) return [];
  const versions = new Map(objects.flatMap((each) => (each.kind === 'version' ? [[each.id, each]] : [])));
  return links.flatMap((link): Difference[] => {
    const state = requests.get(link.id);
    const version = versions.get(link.localId);
    if (state === undefined || !version) return [];
    const isActive = version.fields.active === true && link.base?.active === true;
    return [
      {
        ...{ kind: 'build', key: version.key, action: 'create', from: null, to: null },
        ...{ localId: version.id, linkId: link.id },
        blocked: state === 'uncertain' ? UNCERTAIN_BUILD : isActive ? null : NOT_ACTIVE,
      },
    ];
  });
}

function unfitFor({ kind, fields, unfit }: LocalObject): string | null {
  if (unfit !== undefined) return unfit;
  return kind === 'variable' && typeof fields[VALUE_AT] !== 'number' ? NO_VALUE : null;
}

/** A link whose row is gone: deleted here. One that never was there has nothing to delete. */
function deletion(link: Link): Difference[] {
  if (link.remoteKey === null || !CREATED_KINDS.has(link.kind)) return [];
  return [
    {
      ...{ kind: link.kind, key: nameOf(link), action: 'delete', from: link.base, to: null },
      ...{ localId: link.localId, linkId: link.id },
      blocked: isInConflict(link) ? IN_CONFLICT : null,
    },
  ];
}

/** Returns whether a person has to decide first. */
export function isInConflict(link: Pick<Link, 'theirs' | 'deletedThere'>): boolean {
  return link.theirs !== null || link.deletedThere;
}

function nameOf({ kind, base, address }: Link): string {
  const name =
    kind === 'redirect' ? base?.from_url || base?.type : kind === 'variable' ? base?.name : undefined;
  return typeof name === 'string' ? name : address;
}

/** Only so many redirects are taken there: the others wait (live-service.md 5). */
function limited({ objects, links }: LocalProject, differences: readonly Difference[]): Difference[] {
  const present = new Set(objects.flatMap(({ kind, id }) => (kind === 'redirect' ? [id] : [])));
  let count = links.filter(
    ({ kind, remoteKey, localId }) => kind === 'redirect' && remoteKey !== null && present.has(localId),
  ).length;
  return differences.map((difference) => {
    if (difference.kind !== 'redirect' || difference.action !== 'create' || difference.blocked !== null)
      return difference;
    count += 1;
    return count > MAX_REDIRECTS ? { ...difference, blocked: TOO_MANY } : difference;
  });
}

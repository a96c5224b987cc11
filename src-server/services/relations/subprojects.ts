import { Invalid, NotFound } from '../../model/base/problems.ts';
import type { Project } from '../../model/projects/project.ts';
import {
  ALIAS_TAKEN,
  CHILD_HAS_A_PARENT,
  CHILD_IS_A_PARENT,
  CHILD_IS_ITSELF,
  NO_NESTING,
  type Subproject,
  type SubprojectBody,
  unknownProjectError,
} from '../../model/relations/subproject.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { ProjectRecord } from '../projects/project-records.ts';
import { visibilityOf } from '../projects/visibility.ts';

/** The relation of a parent to one of its subprojects, for an answer. */
export type SubprojectRecord = {
  readonly alias: string;
  readonly parentSlug: string;
  readonly child: ProjectRecord;
};

/** How many candidates a form is offered at once. */
const MAX_CANDIDATES = 50;

/** Subprojects (behaviour.md 10). */
export function createSubprojects(context: ServiceContext) {
  const { store, access, changes, complete } = context;

  function records(actor: Actor, parentSlug: string, relations: readonly Subproject[]): SubprojectRecord[] {
    const entries = store.projects.byIds(relations.map(({ childId }) => childId));
    const children = new Map(complete(actor, entries).map((child) => [child.project.id, child]));
    return relations.flatMap(({ alias, childId }) => {
      const child = children.get(childId);
      return child ? [{ alias, parentSlug, child }] : [];
    });
  }

  function requireRecord(
    actor: Actor,
    parentSlug: string,
    relation: Subproject | undefined,
  ): SubprojectRecord {
    const [record] = relation ? records(actor, parentSlug, [relation]) : [];
    if (!record || !access.sees(actor, record.child.project)) throw new NotFound();
    return record;
  }

  /** The rules in the order in which the service checks them. @throws Invalid */
  function validateChild(actor: Actor, parent: Project, body: SubprojectBody): Project {
    const found = store.projects.bySlug(body.child)?.project;
    const child = found && access.maintains(actor, found.id) ? found : undefined;
    const childError = child ? childProblem(parent, child) : unknownProjectError(body.child);
    const alias = body.alias ?? child?.slug;
    const aliasTaken = alias !== undefined && store.subprojects.byAlias(parent.id, alias) !== undefined;
    if (!child || childError !== undefined || aliasTaken) {
      throw new Invalid({
        ...(childError !== undefined && { child: [childError] }),
        ...(aliasTaken && { alias: [ALIAS_TAKEN] }),
      });
    }
    if (store.subprojects.ofChild(parent.id)) throw new Invalid({ non_field_errors: [NO_NESTING] });
    return child;
  }

  function childProblem(parent: Project, child: Project): string | undefined {
    if (store.subprojects.ofChild(child.id)) return CHILD_HAS_A_PARENT;
    if (store.subprojects.hasChildren(child.id)) return CHILD_IS_A_PARENT;
    if (child.id === parent.id) return CHILD_IS_ITSELF;
    return undefined;
  }

  return {
    /** A maintainer's view, oldest first. @throws NotFound @throws Forbidden */
    list(actor: Actor, parentSlug: string, request: PageRequest): Page<SubprojectRecord> {
      const project = access.maintained(actor, parentSlug);
      const viewerId = visibilityOf(access, actor);
      const { count, items } = store.subprojects.ofParent(project.id, viewerId, request);
      return { count, items: records(actor, parentSlug, items) };
    },

    /**
     * Projects that may become subprojects of this one and whose name or slug holds `text`, by name; at most 50. None
     * for a project that is a subproject itself. @throws NotFound @throws Forbidden
     */
    candidates(
      actor: Actor,
      parentSlug: string,
      text: string,
    ): readonly Pick<Project, 'id' | 'slug' | 'name'>[] {
      const parent = access.maintained(actor, parentSlug);
      if (store.subprojects.ofChild(parent.id)) return [];
      const query = text.trim().toLowerCase();
      const projects = [...store.projectList.projects().values()];
      const parents = new Set(projects.map(({ parentId }) => parentId));
      return projects
        .filter(({ id, parentId, searchText: haystack }) => {
          const isFree = parentId === null && id !== parent.id && !parents.has(id);
          return isFree && haystack.includes(query) && access.maintains(actor, id);
        })
        .sort((a, b) => (a.sortName < b.sortName ? -1 : 1))
        .slice(0, MAX_CANDIDATES)
        .map(({ id, slug, name }) => ({ id, slug, name }));
    },

    /** Seen by whoever may see parent and child. @throws NotFound */
    get(actor: Actor, parentSlug: string, alias: string): SubprojectRecord {
      const { project } = access.visibleProject(actor, parentSlug);
      return requireRecord(actor, parentSlug, store.subprojects.byAlias(project.id, alias));
    },

    /** @throws NotFound @throws Forbidden @throws Invalid */
    create(actor: Actor, parentSlug: string, body: SubprojectBody): SubprojectRecord {
      return store.change(() => {
        const parent = access.maintained(actor, parentSlug);
        const child = validateChild(actor, parent, body);
        const relation = store.subprojects.insert({
          parentId: parent.id,
          childId: child.id,
          alias: body.alias ?? child.slug,
        });
        changes.record(actor, {
          action: 'subproject.create',
          subjectId: relation.id,
          projectId: parent.id,
          after: { ...relation, child: child.slug },
        });
        return requireRecord(actor, parentSlug, relation);
      });
    },

    /** Unlinks the child; the project itself stays. @throws NotFound also for a child not to be seen @throws Forbidden */
    remove(actor: Actor, parentSlug: string, alias: string): void {
      store.change(() => {
        const project = access.maintained(actor, parentSlug);
        const relation = store.subprojects.byAlias(project.id, alias);
        requireRecord(actor, parentSlug, relation);
        if (!relation) throw new NotFound();
        store.subprojects.remove(relation.id);
        changes.record(actor, {
          action: 'subproject.delete',
          subjectId: relation.id,
          projectId: project.id,
          before: { ...relation },
        });
      });
    },
  };
}

export type SubprojectsService = ReturnType<typeof createSubprojects>;

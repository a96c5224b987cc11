import { type FieldErrors, Invalid, NotFound } from '../../model/base/problems.ts';
import type { Project } from '../../model/projects/project.ts';
import {
  ALIAS_HAS_SLASH,
  ALIAS_TAKEN,
  type CurrentSubprojectBody,
  invalidChildError,
  NO_NESTING,
  type Subproject,
  type SubprojectBody,
  unknownProjectError,
} from '../../model/relations/subproject.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { ProjectRecord } from '../projects/project-records.ts';
import { brokenSubprojectRules, CHILD_ERRORS, subprojectFacts } from './relation-rules.ts';

/** A parent's relation to one of its subprojects, as answers show it. */
export type SubprojectRecord = {
  readonly alias: string;
  readonly parentSlug: string;
  readonly child: ProjectRecord;
};

/** How many candidates a form offers at once. */
const MAX_CANDIDATES = 50;

/** Creates the service of subprojects (behaviour.md 10). */
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
    if (!record || !access.canSeeProject(actor, record.child.project)) throw new NotFound();
    return record;
  }

  function findChild(actor: Actor, slug: string): Project | undefined {
    const found = store.projects.bySlug(slug)?.project;
    return found && access.maintains(actor, found.id) ? found : undefined;
  }

  /** Finds what is wrong with each field of a body by the rules between projects; an absent field has no errors. */
  function fieldErrors(actor: Actor, parentId: number, body: Partial<SubprojectBody>): FieldErrors {
    const child = body.child === undefined ? undefined : findChild(actor, body.child);
    const alias = body.alias ?? child?.slug ?? '';
    const broken = brokenSubprojectRules(
      subprojectFacts(store, { parentId, childId: child?.id ?? 0, alias }),
    );
    const childRule = broken.find((rule) => CHILD_ERRORS[rule] !== undefined);
    const childError = child ? childRule && CHILD_ERRORS[childRule] : unknownProjectError(body.child ?? '');
    return {
      ...(body.child !== undefined && childError !== undefined && { child: [childError] }),
      ...(broken.includes('aliasTaken') && { alias: [ALIAS_TAKEN] }),
    };
  }

  /** Checks the rules of behaviour.md 10: those of child and alias together, then nesting. @throws Invalid */
  function validateChild(actor: Actor, parent: Project, body: SubprojectBody): Project {
    const errors = fieldErrors(actor, parent.id, body);
    const child = findChild(actor, body.child);
    if (!child || Object.keys(errors).length > 0) throw new Invalid(errors);
    if (store.subprojects.ofChild(parent.id)) throw new Invalid({ non_field_errors: [NO_NESTING] });
    return child;
  }

  /** Finds what today's service says of the child, by one text; an absent one has no errors. */
  function currentChildErrors(actor: Actor, parentId: number, slug: string | undefined): FieldErrors {
    if (slug === undefined) return {};
    const child = findChild(actor, slug);
    const broken = child
      ? brokenSubprojectRules(subprojectFacts(store, { parentId, childId: child.id, alias: '' }))
      : [];
    const isFree = child && !broken.some((rule) => CHILD_ERRORS[rule] !== undefined);
    return isFree ? {} : { child: [invalidChildError(slug)] };
  }

  /** Checks the rules of today's service: the child's, then those of the relation. @throws Invalid */
  function validateCurrentChild(actor: Actor, parent: Project, body: SubprojectBody): Project {
    const errors = currentChildErrors(actor, parent.id, body.child);
    const child = findChild(actor, body.child);
    if (!child || Object.keys(errors).length > 0) throw new Invalid(errors);
    const alias = body.alias ?? child.slug;
    const broken = brokenSubprojectRules(
      subprojectFacts(store, { parentId: parent.id, childId: child.id, alias }),
    );
    if (broken.includes('parentHasParent')) throw new Invalid({ non_field_errors: [NO_NESTING] });
    if (broken.includes('aliasTaken')) throw new Invalid({ alias: [ALIAS_TAKEN] });
    if (alias.includes('/')) throw new Invalid({ non_field_errors: [ALIAS_HAS_SLASH] });
    return child;
  }

  function create(
    actor: Actor,
    parentSlug: string,
    body: SubprojectBody,
    validate: (actor: Actor, parent: Project, body: SubprojectBody) => Project,
  ): SubprojectRecord {
    return store.change(() => {
      const parent = access.maintained(actor, parentSlug);
      const child = validate(actor, parent, body);
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
  }

  return {
    /** Completes relations of a parent for an answer. */
    records,

    /** Lists the subprojects for a maintainer, oldest first. @throws NotFound @throws Forbidden */
    list(actor: Actor, parentSlug: string, request: PageRequest): Page<SubprojectRecord> {
      const project = access.maintained(actor, parentSlug);
      const viewerId = access.viewerOf(actor);
      const { count, items } = store.subprojects.ofParent(project.id, viewerId, request);
      return { count, items: records(actor, parentSlug, items) };
    },

    /**
     * Lists projects that can become subprojects of this one and whose name or slug contains `text`, by name; at most
     * 50. Empty for a project that is a subproject itself. @throws NotFound @throws Forbidden
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

    /** Returns a subproject that the caller can see, as well as its parent. @throws NotFound */
    get(actor: Actor, parentSlug: string, alias: string): SubprojectRecord {
      const { project } = access.visibleProject(actor, parentSlug);
      return requireRecord(actor, parentSlug, store.subprojects.byAlias(project.id, alias));
    },

    /**
     * Finds what the rules between projects say to the fields of a body whose others are wrong already, so that all
     * errors come together (behaviour.md 3 and 10). @throws NotFound @throws Forbidden
     */
    fieldErrors(actor: Actor, parentSlug: string, body: Partial<SubprojectBody>): FieldErrors {
      return fieldErrors(actor, access.maintained(actor, parentSlug).id, body);
    },

    /** Does the same with the rules and words of today's service. @throws NotFound @throws Forbidden */
    fieldErrorsAsToday: (
      actor: Actor,
      parentSlug: string,
      body: Partial<CurrentSubprojectBody>,
    ): FieldErrors => currentChildErrors(actor, access.maintained(actor, parentSlug).id, body.child),

    /** Makes a project a subproject. @throws NotFound @throws Forbidden @throws Invalid */
    create: (actor: Actor, parentSlug: string, body: SubprojectBody): SubprojectRecord =>
      create(actor, parentSlug, body, validateChild),

    /** Does the same with the rules and words of today's service. @throws NotFound @throws Forbidden @throws Invalid */
    createAsToday: (actor: Actor, parentSlug: string, body: CurrentSubprojectBody): SubprojectRecord =>
      create(actor, parentSlug, body, validateCurrentChild),

    /** Unlinks the child and keeps its project. @throws NotFound also for a child that the caller cannot see @throws Forbidden */
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

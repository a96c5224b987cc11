import type { Project } from '../../../model/projects/project.ts';
import type { Subproject } from '../../../model/relations/subproject.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import {
  brokenSubprojectRules,
  type SubprojectRule,
  subprojectFacts,
} from '../../relations/relation-rules.ts';
import { projectHere } from './local-projects.ts';

/** Creates what writes the relations between projects for sync. Changes run in the caller's transaction. */
export function createRelationWrites({ store, changes }: ServiceContext) {
  function insert(actor: Actor, relation: Omit<Subproject, 'id'>, child: Pick<Project, 'slug'>): Subproject {
    const made = store.subprojects.insert(relation);
    const after = { ...made, child: child.slug };
    changes.record(actor, {
      ...{ action: 'subproject.create', subjectId: made.id, projectId: made.parentId, after },
    });
    return made;
  }

  function remove(actor: Actor, id: number): void {
    const relation = store.subprojects.byId(id);
    if (!relation) return;
    store.subprojects.remove(id);
    const { id: subjectId, parentId: projectId } = relation;
    changes.record(actor, { action: 'subproject.delete', subjectId, projectId, before: { ...relation } });
  }

  return {
    insert,
    remove,

    /** Finds the project here that stands for one there. */
    localOf: (remoteId: number, slugThere: string): Project | undefined =>
      projectHere(store, remoteId, slugThere),

    /** Returns the rule that a relation would break; undefined when it fits. */
    brokenRule: (relation: Omit<Subproject, 'id'>): SubprojectRule | undefined =>
      brokenSubprojectRules(subprojectFacts(store, relation))[0],

    /** Gives a relation another alias, which is another row; returns it, or undefined where the alias is taken. */
    rename(actor: Actor, id: number, alias: string): Subproject | undefined {
      const relation = store.subprojects.byId(id);
      const child = relation && store.projects.byId(relation.childId)?.project;
      if (!relation || !child || store.subprojects.byAlias(relation.parentId, alias)) return undefined;
      const { parentId, childId } = relation;
      remove(actor, id);
      return insert(actor, { parentId, childId, alias }, child);
    },
  };
}

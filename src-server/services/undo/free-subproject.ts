import { Conflict } from '../../model/base/problems.ts';
import type { Subproject } from '../../model/relations/subproject.ts';
import type { Store } from '../../store/open-store.ts';
import { brokenSubprojectRules, type SubprojectRule, subprojectFacts } from '../relations/relation-rules.ts';

/** Checks that a project may be a subproject now (behaviour.md 10): the database does not. @throws Conflict */
export function requireFreeSubproject(store: Store, relation: Omit<Subproject, 'id'>): void {
  const [rule] = brokenSubprojectRules(subprojectFacts(store, relation));
  if (rule) throw new Conflict(SUBPROJECT_CONFLICTS[rule](relation.alias));
}

const SUBPROJECT_CONFLICTS: Readonly<Record<SubprojectRule, (alias: string) => string>> = {
  childHasParent: (alias) => `${alias} is a subproject of another project now.`,
  childHasChildren: (alias) => `${alias} has subprojects of its own now.`,
  isItself: (alias) => `${alias} would be a subproject of itself.`,
  aliasTaken: (alias) => `The alias ${alias} is in use again.`,
  parentHasParent: () => 'The parent is a subproject itself now.',
};

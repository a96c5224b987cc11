import { languageName } from '../../model/projects/languages/languages.ts';
import type { Project } from '../../model/projects/project.ts';
import {
  CHILD_HAS_A_PARENT,
  CHILD_IS_A_PARENT,
  CHILD_IS_ITSELF,
  type Subproject,
} from '../../model/relations/subproject.ts';
import {
  mainIsATranslation,
  noSuchTranslation,
  sameLanguage,
  TRANSLATION_HAS_TRANSLATIONS,
  translationExists,
} from '../../model/relations/translation.ts';
import type { Store } from '../../store/open-store.ts';

/*
 * The rules between projects (behaviour.md 10 and 11). The services, undo, the trash and the check of seed files
 * collect the facts where they find them and ask here; each says in its own words what is wrong.
 */

/** What decides whether a project can be a subproject of another. */
export type SubprojectFacts = {
  readonly childHasParent: boolean;
  readonly childHasChildren: boolean;
  readonly isItself: boolean;
  readonly aliasTaken: boolean;
  readonly parentHasParent: boolean;
};
export type SubprojectRule = keyof SubprojectFacts;

const SUBPROJECT_RULES: readonly SubprojectRule[] = [
  'childHasParent',
  'childHasChildren',
  'isItself',
  'aliasTaken',
  'parentHasParent',
];

/** The service's texts of the rules about the child. */
export const CHILD_ERRORS: Partial<Readonly<Record<SubprojectRule, string>>> = {
  childHasParent: CHILD_HAS_A_PARENT,
  childHasChildren: CHILD_IS_A_PARENT,
  isItself: CHILD_IS_ITSELF,
};

/** Returns the rules that a subproject would break, in the order in which the service checks them. */
export function brokenSubprojectRules(facts: SubprojectFacts): SubprojectRule[] {
  return SUBPROJECT_RULES.filter((rule) => facts[rule]);
}

/** Reads the facts of a new relation from the store. */
export function subprojectFacts(
  { subprojects }: Pick<Store, 'subprojects'>,
  { parentId, childId, alias }: Omit<Subproject, 'id'>,
): SubprojectFacts {
  return {
    childHasParent: subprojects.ofChild(childId) !== undefined,
    childHasChildren: subprojects.hasChildren(childId),
    isItself: childId === parentId,
    aliasTaken: subprojects.byAlias(parentId, alias) !== undefined,
    parentHasParent: subprojects.ofChild(parentId) !== undefined,
  };
}

/** What decides whether a project can be a translation of a main project. */
export type TranslationFacts = {
  readonly mainIsTranslation: boolean;
  /** The candidate is a translation already, or the main project itself. */
  readonly candidateNotFree: boolean;
  readonly sameLanguage: boolean;
  /** Another translation of the main project has the candidate's language. */
  readonly languageTaken: boolean;
  readonly candidateHasTranslations: boolean;
};
export type TranslationRule = keyof TranslationFacts;

const TRANSLATION_RULES: readonly TranslationRule[] = [
  'mainIsTranslation',
  'candidateNotFree',
  'sameLanguage',
  'languageTaken',
  'candidateHasTranslations',
];

/** Returns the first rule that a translation would break, in the order in which the service checks them. */
export function brokenTranslationRule(facts: TranslationFacts): TranslationRule | undefined {
  return TRANSLATION_RULES.find((rule) => facts[rule]);
}

/** Returns the service's text of a broken rule; `slug` and `language` are the candidate's. */
export function translationError(
  rule: TranslationRule,
  main: Pick<Project, 'slug' | 'language'>,
  { slug, language }: Pick<Project, 'slug' | 'language'>,
): string {
  switch (rule) {
    case 'mainIsTranslation':
      return mainIsATranslation(main.slug);
    case 'candidateNotFree':
      return noSuchTranslation(slug);
    case 'sameLanguage':
      return sameLanguage(languageName(main.language));
    case 'languageTaken':
      return translationExists(languageName(language));
    case 'candidateHasTranslations':
      return TRANSLATION_HAS_TRANSLATIONS;
  }
}

/** Reads the facts of a new translation from the store. */
export function translationFacts(store: Store, main: Project, candidate: Project): TranslationFacts {
  return {
    mainIsTranslation: main.translationOf !== null,
    candidateNotFree: candidate.translationOf !== null || candidate.id === main.id,
    ...languageFacts(store, main, candidate),
    candidateHasTranslations: store.translations.hasAny(candidate.id),
  };
}

/** Returns whether a project's language clashes with its main project, or with another translation of that. */
export function hasLanguageClash(
  store: Store,
  main: Pick<Project, 'id' | 'language'>,
  project: Pick<Project, 'id' | 'language'>,
): boolean {
  const facts = languageFacts(store, main, project);
  return (facts.sameLanguage && main.id !== project.id) || facts.languageTaken;
}

function languageFacts(
  { projects }: Pick<Store, 'projects'>,
  main: Pick<Project, 'id' | 'language'>,
  { id, language }: Pick<Project, 'id' | 'language'>,
): Pick<TranslationFacts, 'sameLanguage' | 'languageTaken'> {
  return {
    sameLanguage: language === main.language,
    languageTaken: projects.translationInto(main.id, language, id) !== undefined,
  };
}

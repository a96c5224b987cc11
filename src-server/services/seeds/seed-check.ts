import { type FieldErrors, Invalid } from '../../model/base/problems.ts';
import { formatPath } from '../../model/base/text/format-path.ts';
import { NO_SUCH_SCRIPT, scriptName } from '../../model/builds/build-script.ts';
import { isPreset } from '../../model/builds/script-presets.ts';
import { slugTakenError } from '../../model/projects/project.ts';
import { NO_NESTING, unknownProjectError } from '../../model/relations/subproject.ts';
import { noSuchTranslation } from '../../model/relations/translation.ts';
import type { Seed } from '../../model/seeds/seed-schema.ts';
import { NUMBERED_TABLES, type NumberedTable } from '../../store/engine/row-ids.ts';
import type { Store } from '../../store/open-store.ts';
import type { ProjectEntry } from '../../store/tables/projects/project-rows.ts';
import { tokenDigest } from '../../vault/api-token.ts';
import {
  brokenSubprojectRules,
  brokenTranslationRule,
  CHILD_ERRORS,
  type SubprojectFacts,
  translationError,
} from '../relations/relation-rules.ts';
import { explicitIds } from './seed-ids.ts';
import { type SeedProject, seedLanguage, seedSlug } from './seed-rows.ts';

type Path = readonly (string | number)[];
type ReportError = (path: Path, message: string) => void;

/** The projects that a file can refer to: its own, and those of the database. */
type Projects = {
  readonly inFile: ReadonlyMap<string, SeedProject>;
  readonly inStore: ReadonlyMap<string, ProjectEntry>;
};

/** Errors that are reported; a file that is loaded twice has one for every row. */
const MAX_ERRORS = 100;

const SINGULAR: Readonly<Record<NumberedTable, string>> = {
  projects: 'Project',
  versions: 'Version',
  builds: 'Build',
  redirects: 'Redirect',
  environment_variables: 'Environment variable',
};

/**
 * Finds everything in a seed file that conflicts with the database or with the rules between projects (behaviour.md 10
 * and 11). `scripts` are build scripts that come with it.
 * @throws Invalid keyed by paths inside the file
 */
export function checkSeed(store: Store, seed: Seed, scripts: ReadonlySet<string> = new Set()): void {
  const errors: FieldErrors = {};
  let count = 0;
  const reportError: ReportError = (path, message) => {
    count += 1;
    if (count > MAX_ERRORS) return;
    const key = formatPath(path);
    const known = errors[key];
    if (Array.isArray(known)) known.push(message);
    else errors[key] = [message];
  };
  const projects = relevantProjects(store, seed);
  checkUsers(store, seed, reportError);
  checkSlugs(seed, projects, reportError);
  checkIds(store, seed, reportError);
  checkTranslations(store, seed, projects, reportError);
  checkSubprojects(store, seed, projects, reportError);
  checkBuilders(store, seed, scripts, reportError);
  if (count > MAX_ERRORS) errors.more = [`${count} errors in all.`];
  if (count > 0) throw new Invalid(errors);
}

function checkBuilders(
  store: Store,
  seed: Seed,
  scripts: ReadonlySet<string>,
  reportError: ReportError,
): void {
  seed.projects.forEach(({ builder }, index) => {
    const name = scriptName(builder ?? null);
    if (name === undefined || isPreset(name) || scripts.has(name) || store.buildScripts.byName(name)) return;
    reportError(['projects', index, 'builder'], NO_SUCH_SCRIPT);
  });
}

function relevantProjects(store: Store, seed: Seed): Projects {
  const slugs = new Set<string>();
  for (const project of seed.projects) {
    slugs.add(seedSlug(project));
    if (project.translation_of !== undefined) slugs.add(project.translation_of);
    for (const { child } of project.subprojects) slugs.add(child);
  }
  return {
    inFile: new Map(seed.projects.map((project) => [seedSlug(project), project])),
    inStore: new Map(store.projects.bySlugs([...slugs]).map((entry) => [entry.project.slug, entry])),
  };
}

function checkUsers(store: Store, seed: Seed, reportError: ReportError): void {
  seed.users.forEach(({ username, token }, index) => {
    const owner = token === undefined ? undefined : store.tokens.ownerOf(tokenDigest(token))?.user;
    if (owner && owner.username !== username)
      reportError(['users', index, 'token'], 'That token is in use already.');
  });
  const known = new Set(seed.users.map(({ username }) => username));
  const maintainers = new Set(seed.projects.flatMap(({ users }) => users));
  for (const user of store.users.byUsernames([...maintainers])) known.add(user.username);
  seed.projects.forEach((project, index) => {
    project.users.forEach((username, at) => {
      if (known.has(username)) return;
      reportError(['projects', index, 'users', at], `There is no user called "${username}".`);
    });
  });
}

function checkSlugs(seed: Seed, { inStore }: Projects, reportError: ReportError): void {
  seed.projects.forEach((project, index) => {
    const slug = seedSlug(project);
    if (!inStore.has(slug)) return;
    reportError(['projects', index, project.slug === undefined ? 'name' : 'slug'], slugTakenError(slug));
  });
}

function checkIds(store: Store, seed: Seed, reportError: ReportError): void {
  const idsByTable = Map.groupBy(explicitIds(seed), ({ table }) => table);
  for (const table of NUMBERED_TABLES) {
    const wanted = idsByTable.get(table) ?? [];
    const taken = store.ids.taken(
      table,
      wanted.map(({ id }) => id),
    );
    for (const { id, path } of wanted) {
      if (taken.has(id)) reportError(path, `${SINGULAR[table]} with id ${id} already exists.`);
    }
  }
}

function checkTranslations(store: Store, seed: Seed, projects: Projects, reportError: ReportError): void {
  const mains = new Set(seed.projects.map((project) => project.translation_of));
  const storedMains = new Map<number, string>();
  for (const { project } of projects.inStore.values()) {
    // Of two projects with one slug the file's counts here; checkSlugs has reported the clash.
    if (mains.has(project.slug) && !projects.inFile.has(project.slug))
      storedMains.set(project.id, project.slug);
  }
  const translated = new Set<string>();
  for (const { mainId, language } of store.projects.translationLanguages([...storedMains.keys()])) {
    translated.add(`${storedMains.get(mainId)} ${language}`);
  }

  seed.projects.forEach((project, index) => {
    const mainSlug = project.translation_of;
    if (mainSlug === undefined) return;
    const language = seedLanguage(project);
    const pair = `${mainSlug} ${language}`;
    const path = ['projects', index, 'translation_of'];
    const main = mainProject(projects, mainSlug);
    const rule =
      main &&
      brokenTranslationRule({
        mainIsTranslation: main.isTranslation,
        candidateNotFree: false,
        sameLanguage: main.language === language,
        languageTaken: translated.has(pair),
        candidateHasTranslations: mains.has(seedSlug(project)),
      });
    if (!main) reportError(path, noSuchTranslation(mainSlug));
    else if (rule)
      reportError(
        path,
        translationError(rule, { slug: mainSlug, ...main }, { slug: seedSlug(project), language }),
      );
    translated.add(pair);
  });
}

function mainProject({ inFile, inStore }: Projects, slug: string) {
  const given = inFile.get(slug);
  if (given) return { language: seedLanguage(given), isTranslation: given.translation_of !== undefined };
  const stored = inStore.get(slug)?.project;
  return stored && { language: stored.language, isTranslation: stored.translationOf !== null };
}

/** Checks subprojects. A parent is always in the file, hence new: only children can have relations in the database. */
function checkSubprojects(
  store: Store,
  seed: Seed,
  { inFile, inStore }: Projects,
  reportError: ReportError,
): void {
  const children = new Set(seed.projects.flatMap(({ subprojects }) => subprojects.map(({ child }) => child)));
  const stored = [...inStore.values()].filter(({ project }) => children.has(project.slug));
  const storedParents = store.subprojects.parentsAmong(stored.map(({ project }) => project.id));

  // Duplicate children or aliases and a project below itself are conflicts within the file (findSeedConflicts).
  const factsOf = (slug: string, parentHasParent: boolean): SubprojectFacts | undefined => {
    const fromFile = inFile.get(slug);
    const stored = inStore.get(slug);
    if (!fromFile && !stored) return undefined;
    return {
      childHasParent: !fromFile && stored?.parent != null,
      childHasChildren: fromFile
        ? fromFile.subprojects.length > 0
        : storedParents.has(stored?.project.id ?? 0),
      isItself: false,
      aliasTaken: false,
      parentHasParent,
    };
  };
  seed.projects.forEach((project, index) => {
    const isChild = children.has(seedSlug(project));
    project.subprojects.forEach(({ child }, at) => {
      const path = ['projects', index, 'subprojects', at];
      const facts = factsOf(child, isChild);
      const [rule] = facts ? brokenSubprojectRules(facts) : [];
      const childError = facts ? rule && CHILD_ERRORS[rule] : unknownProjectError(child);
      if (childError !== undefined) reportError([...path, 'child'], childError);
      else if (rule) reportError(path, NO_NESTING);
    });
  });
}

import { projectSlug } from '../base/slug.ts';
import { formatPath } from '../base/text/format-path.ts';
import { noSlugError } from '../projects/project.ts';
import type { Seed } from './seed-schema.ts';

type Path = readonly (string | number)[];
type Report = (path: Path, message: string) => void;
type SeedProject = Seed['projects'][number];

/**
 * Reports what the schema of each part allows but the whole file does not: duplicate ids, slugs, names and tokens, and
 * projects that are related to themselves. The service checks against the database.
 */
export function findSeedConflicts(seed: Seed, report: Report): void {
  const requireUnique = createUniqueCheck(report);
  seed.users.forEach((user, index) => {
    requireUnique('username', user.username, ['users', index, 'username']);
    requireUnique('token', user.token, ['users', index, 'token']);
  });
  seed.projects.forEach((project, index) => {
    checkProject(project, ['projects', index], requireUnique, report);
  });
}

function checkProject(project: SeedProject, path: Path, requireUnique: RequireUnique, report: Report): void {
  const slug = project.slug ?? projectSlug(project.name);
  const slugPath = [...path, project.slug === undefined ? 'name' : 'slug'];
  if (slug === '') report(slugPath, noSlugError(project.name));
  else requireUnique('project slug', slug, slugPath);
  requireUnique('project id', project.id, [...path, 'id']);
  if (project.translation_of === slug)
    report([...path, 'translation_of'], 'A project cannot translate itself.');

  const requireUniqueInProject = createUniqueCheck(report);
  project.users.forEach((username, index) => {
    requireUniqueInProject('user', username, [...path, 'users', index]);
  });
  project.versions.forEach((version, index) => {
    const versionPath = [...path, 'versions', index];
    requireUnique('version id', version.id, [...versionPath, 'id']);
    requireUniqueInProject('version slug', version.slug, [...versionPath, 'slug']);
    // A branch and a tag can share a name; two branches cannot.
    requireUniqueInProject(`${version.type} name`, version.verbose_name, [...versionPath, 'verbose_name']);
    version.builds.forEach((build, buildIndex) => {
      if (build.id !== undefined)
        requireUnique('build id', build.id, [...versionPath, 'builds', buildIndex, 'id']);
    });
  });
  project.redirects.forEach((redirect, index) => {
    requireUnique('redirect pk', redirect.pk, [...path, 'redirects', index, 'pk']);
  });
  project.environment_variables.forEach((variable, index) => {
    const variablePath = [...path, 'environment_variables', index];
    requireUnique('variable pk', variable.pk, [...variablePath, 'pk']);
    if (!variable.any_name) requireUniqueInProject('variable name', variable.name, [...variablePath, 'name']);
  });
  project.subprojects.forEach((subproject, index) => {
    const subprojectPath = [...path, 'subprojects', index];
    if (subproject.child === slug)
      report([...subprojectPath, 'child'], 'A project cannot be its own subproject.');
    requireUnique('child', subproject.child, [...subprojectPath, 'child']);
    requireUniqueInProject('alias', subproject.alias ?? subproject.child, [
      ...subprojectPath,
      subproject.alias ? 'alias' : 'child',
    ]);
  });
}

type RequireUnique = (kind: string, value: string | number | undefined, path: Path) => void;

/** Returns a check that reports a second use of a value of one kind, with the place of the first. */
function createUniqueCheck(report: Report): RequireUnique {
  const seen = new Map<string, Map<string | number, Path>>();
  return (kind, value, path) => {
    if (value === undefined) return;
    let places = seen.get(kind);
    if (!places) {
      places = new Map();
      seen.set(kind, places);
    }
    const first = places.get(value);
    if (first) report(path, `The same as ${formatPath(first)}.`);
    else places.set(value, path);
  };
}

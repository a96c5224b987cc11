import { projectSlug } from '../base/slug.ts';
import { noProjectSlug } from '../projects/project.ts';
import type { Seed } from './seed.ts';

type Path = readonly (string | number)[];
type Complain = (path: Path, message: string) => void;
type SeedProject = Seed['projects'][number];

/**
 * What each part of a seed file allows but the file as a whole does not: ids, slugs, names and tokens that stand twice,
 * and projects that belong to themselves. Whether the database has them already is for the service to see.
 */
export function findContradictions(seed: Seed, complain: Complain): void {
  const once = oncePer(complain);
  seed.users.forEach((user, index) => {
    once('username', user.username, ['users', index, 'username']);
    once('token', user.token, ['users', index, 'token']);
  });
  seed.projects.forEach((project, index) => {
    checkProject(project, ['projects', index], once, complain);
  });
}

function checkProject(project: SeedProject, path: Path, once: Once, complain: Complain): void {
  const slug = project.slug ?? projectSlug(project.name);
  const slugPath = [...path, project.slug === undefined ? 'name' : 'slug'];
  if (slug === '') complain(slugPath, noProjectSlug(project.name));
  else once('project slug', slug, slugPath);
  once('project id', project.id, [...path, 'id']);
  if (project.translation_of === slug)
    complain([...path, 'translation_of'], 'A project cannot translate itself.');

  const onceHere = oncePer(complain);
  project.users.forEach((username, index) => {
    onceHere('user', username, [...path, 'users', index]);
  });
  project.versions.forEach((version, index) => {
    const versionPath = [...path, 'versions', index];
    once('version id', version.id, [...versionPath, 'id']);
    onceHere('version slug', version.slug, [...versionPath, 'slug']);
    // A branch and a tag may share their name; two branches cannot.
    onceHere(`${version.type} name`, version.verbose_name, [...versionPath, 'verbose_name']);
    version.builds.forEach((build, buildIndex) => {
      if (build.id !== undefined) once('build id', build.id, [...versionPath, 'builds', buildIndex, 'id']);
    });
  });
  project.redirects.forEach((redirect, index) => {
    once('redirect pk', redirect.pk, [...path, 'redirects', index, 'pk']);
  });
  project.environment_variables.forEach((variable, index) => {
    const variablePath = [...path, 'environment_variables', index];
    once('variable pk', variable.pk, [...variablePath, 'pk']);
    onceHere('variable name', variable.name, [...variablePath, 'name']);
  });
  project.subprojects.forEach((subproject, index) => {
    const subprojectPath = [...path, 'subprojects', index];
    if (subproject.child === slug)
      complain([...subprojectPath, 'child'], 'A project cannot be its own subproject.');
    once('child', subproject.child, [...subprojectPath, 'child']);
    onceHere('alias', subproject.alias ?? subproject.child, [
      ...subprojectPath,
      subproject.alias ? 'alias' : 'child',
    ]);
  });
}

type Once = (kind: string, value: string | number | undefined, path: Path) => void;

/** Complains about a value that stood before among those of the same kind, and says where. */
function oncePer(complain: Complain): Once {
  const seen = new Map<string, Map<string | number, Path>>();
  return (kind, value, path) => {
    if (value === undefined) return;
    let places = seen.get(kind);
    if (!places) {
      places = new Map();
      seen.set(kind, places);
    }
    const first = places.get(value);
    if (first) complain(path, `The same as ${pathText(first)}.`);
    else places.set(value, path);
  };
}

/** A place inside a file, as people write it: `projects[3].versions[0].slug`. */
export function pathText(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return text.replace(/^\./, '') || 'file';
}

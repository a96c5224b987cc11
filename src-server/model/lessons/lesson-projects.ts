import { projectSlug } from '../base/slug.ts';
import { apiAddress, type LessonCheck, type Shown } from './lesson.ts';

/** A project that a step of a lesson waits for or changes, and the line that names it. */
export type NamedProject = { readonly slug: string; readonly line: number };

/** Returns the project that a check waits for; undefined for one of requests and questions. */
export function projectOfCheck({ project, version, build, redirect, page }: LessonCheck): string | undefined {
  return project?.slug ?? version?.project ?? build?.project ?? redirect?.project ?? page?.project;
}

/** Returns the slugs of the projects that “Show me” creates. */
export function createdProjects(show: readonly Shown[]): string[] {
  return show.flatMap(({ call }) => {
    if (call?.method !== 'POST' || apiAddress(call.path) !== '/api/v3/projects/') return [];
    const { body } = call;
    const isNamed = typeof body === 'object' && body !== null && !Array.isArray(body);
    return isNamed && typeof body.name === 'string' ? [projectSlug(body.name)] : [];
  });
}

import { expect, test } from 'vitest';
import { isAffected } from '../../src-renderer/api/live/affected-queries.ts';
import type { JournalAction } from '../../src-server/model/journal/actions.ts';

const query = (path: string, input?: unknown, data?: unknown) => ({
  queryKey: [path.split('.'), { type: 'query', ...(input !== undefined && { input }) }],
  state: { data },
});
const change = (action: JournalAction, projects: readonly string[] | null, subjectId: number | null = 1) => ({
  action,
  subjectId,
  projects,
});

test('a change of one project affects what is asked of it, of its relatives, and of all', () => {
  const changes = [change('version.update', ['b', 'parent-of-b'])];
  for (const slug of ['b', 'parent-of-b'])
    expect(isAffected(query('versions.list', { slug }), changes)).toBe(true);
  expect(isAffected(query('projects.page', { text: '' }), changes)).toBe(true);
  expect(isAffected(query('undo.last'), changes)).toBe(true);
  for (const path of ['versions.list', 'project.header', 'redirects.list', 'variables.list'])
    expect(isAffected(query(path, { slug: 'a' }), changes), path).toBe(false);
});

test('a change of every project, and a change of what the answer does not contain', () => {
  expect(isAffected(query('versions.list', { slug: 'a' }), [change('seed.load', null)])).toBe(true);
  expect(isAffected(query('variables.list', { slug: 'b' }), [change('redirect.create', ['b'])])).toBe(false);
  expect(isAffected(query('variables.list', { slug: 'b' }), [change('project.update', ['b'])])).toBe(true);
  expect(isAffected(query('people.list'), [change('build.finish', ['b'])])).toBe(false);
  expect(isAffected(query('system.counts'), [change('project.update', ['b'])])).toBe(false);
  expect(isAffected(query('system.counts'), [change('project.create', null)])).toBe(true);
});

test('what a preview does affects previews and the numbers of the sidebar alone', () => {
  const progress = [change('preview.progress', null)];
  for (const path of ['previews.list', 'system.counts'])
    expect(isAffected(query(path), progress), path).toBe(true);
  expect(isAffected(query('projects.page'), progress)).toBe(false);
});

test('numbers of changes to push affect the live service and the lists that show them alone', () => {
  const counted = [change('sync.count', null)];
  for (const path of ['sync.remotes', 'sync.outgoing', 'projects.page'])
    expect(isAffected(query(path), counted), path).toBe(true);
  for (const path of ['versions.list', 'builds.page', 'project.overview'])
    expect(isAffected(query(path, { slug: 'a' }), counted), path).toBe(false);
});

test('a build is affected by itself, its project and its version', () => {
  const build = query('build.get', { id: 7 }, { projectSlug: 'a' });
  expect(isAffected(build, [change('build.finish', ['a'], 7)])).toBe(true);
  expect(isAffected(build, [change('build.finish', ['a'], 8)])).toBe(false);
  expect(isAffected(build, [change('version.update', ['a'])])).toBe(true);
  expect(isAffected(build, [change('version.update', ['b'])])).toBe(false);
  expect(isAffected(query('builds.queue', { project: 'a' }), [change('build.trigger', ['b'])])).toBe(true);
  expect(isAffected(query('builds.page', { project: 'a' }), [change('build.trigger', ['b'])])).toBe(false);
});

test('rows of a long list are known by their key', () => {
  const rows = (...key: readonly unknown[]) => ({
    queryKey: [...key, 'rows', 0],
    state: { data: undefined },
  });
  const changes = [change('project.update', ['b'])];
  expect(isAffected(rows('subprojects', 'a'), changes)).toBe(false);
  expect(isAffected(rows('subprojects', 'b'), changes)).toBe(true);
  expect(isAffected(rows('builds', { project: 'a', commit: '' }), changes)).toBe(false);
  expect(isAffected(rows('builds', { commit: '' }), changes)).toBe(true);
  expect(isAffected(rows('projects', '{"text":"a"}'), changes)).toBe(true);
});

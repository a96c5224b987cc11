import { expect, test } from 'vitest';
import {
  type TimelineEntry,
  timelineGroups,
} from '../../src-renderer/screens/project/overview/timeline-groups.ts';

let id = 100;
function entry(action: TimelineEntry['action'], more: Partial<TimelineEntry> = {}): TimelineEntry {
  id -= 1;
  const common = { at: 1, door: 'desk', username: 'mira', subjectId: id, subject: null, undoes: null };
  return { id, action, before: null, after: null, batch: id, ...common, ...more };
}

const sentencesOf = (entries: readonly TimelineEntry[]) =>
  timelineGroups(entries).map(({ actor: who, entryPoint: door, text: what }) => [what, who, door]);

test('one change is one sentence', () => {
  const activated = ['v1', 'v2', 'v3', 'v4'].map((subject) =>
    entry('version.activate', { subject, batch: 7 }),
  );
  expect(sentencesOf([...activated, entry('version.activate', { subject: 'v9', batch: 6 })])).toEqual([
    ['Activated 4 versions: v1, v2, v3 and 1 more', 'mira', 'in the window'],
    ['Activated v9', 'mira', 'in the window'],
  ]);
});

test('a changed project names the fields that changed', () => {
  const after = { name: 'New', homepage: 'https://example.org/', modified: 5 };
  expect(sentencesOf([entry('project.update', { after, door: 'api' })])).toEqual([
    ['Changed the name and homepage', 'mira', 'through the API'],
  ]);
});

test('builds say how they ended, and Lectern is named where nobody else is', () => {
  const build = (after: TimelineEntry['after']) =>
    entry('build.finish', { after, subject: 'latest', username: null, door: 'runner' });
  expect(sentencesOf([build({ success: true }), build({ success: false })])).toEqual([
    ['The build of latest passed', 'Lectern', ''],
    ['The build of latest failed', 'Lectern', ''],
  ]);
});

test('a repository that could not be read says why', () => {
  const gaveUp = (problem: string | null) => entry('project.give-up-sync', { after: { problem } });
  expect(sentencesOf([gaveUp('There is no folder at this path.'), gaveUp(null)])).toEqual([
    ['Gave up a repository sync: There is no folder at this path.', 'mira', 'in the window'],
    ['Gave up a repository sync', 'mira', 'in the window'],
  ]);
});

test('an undone change says so', () => {
  expect(sentencesOf([entry('redirect.delete', { subject: '/a', undoes: 3 })])).toEqual([
    ['Undid: removed redirect /a', 'mira', 'in the window'],
  ]);
});

import { expect, test } from 'vitest';
import { sentenceOf, type ToldChange } from '../../../src-server/model/journal/sentence.ts';

const CHANGE: ToldChange = {
  ...{ username: 'maya', action: 'version.activate', names: [], fields: [], after: null },
  ...{ count: 1, projects: 1, hasMore: false, undone: null },
};

/** Changes and the sentences that tell of them; what leads to their subject is in brackets. */
const SENTENCES: readonly (readonly [string, Partial<ToldChange>])[] = [
  ['maya activated [1.0]', { names: ['1.0'] }],
  ['maya activated [3 versions]: 1.0, 1.1 and 2.0', { names: ['1.0', '1.1', '2.0'] }],
  ['maya activated [5 versions]: a, b, c and 2 more', { names: ['a', 'b', 'c', 'd', 'e'] }],
  [
    'maya changed the name and repository of [almanac]',
    { action: 'project.update', names: ['almanac'], fields: ['name', 'repositoryUrl', 'modified'] },
  ],
  [
    'maya changed a detail of [almanac]',
    { action: 'project.update', names: ['almanac'], fields: ['modified'] },
  ],
  [
    'maya imported the project [almanac] and more',
    { action: 'project.create', names: ['almanac'], hasMore: true },
  ],
  ['maya added redirect [/old]', { action: 'redirect.create', names: ['/old'] }],
  ['maya replaced token [laptop]', { action: 'token.revoke', names: ['laptop'], isReplaced: true }],
  ['maya reordered [the redirects]', { action: 'redirect.reorder' }],
  [
    'maya started [16 builds of 10 projects]',
    { action: 'build.trigger', names: ['latest', 'stable'], count: 16, projects: 10 },
  ],
  [
    'maya allowed builds of [2 projects]',
    { action: 'project.trust-builds', names: ['a', 'b'], count: 2, projects: 2 },
  ],
  ['maya changed [the settings]: builds at once', { action: 'settings.update', fields: ['buildsAtOnce'] }],
  ['maya triggered a build of [latest]', { action: 'build.trigger', names: ['latest'] }],
  [
    '[Build of latest] passed',
    { action: 'build.finish', username: null, names: ['latest'], after: { success: true } },
  ],
  [
    '[Build of latest] failed',
    { action: 'build.finish', username: null, names: ['latest'], after: { success: false } },
  ],
  [
    '[Build of latest] was cancelled',
    {
      action: 'build.finish',
      username: null,
      names: ['latest'],
      after: { success: false, error: 'Cancelled by user' },
    },
  ],
  [
    "Lectern couldn't read the repository of [almanac]: There is no folder at this path.",
    {
      action: 'project.give-up-sync',
      username: null,
      names: ['almanac'],
      after: { problem: 'There is no folder at this path.' },
    },
  ],
  ['Lectern synced [the repository]', { action: 'project.sync', username: null }],
  [
    'Lectern synced the repository of [almanac]: 2 versions added, 1 removed',
    {
      ...{ action: 'project.sync', username: null, names: ['almanac'] },
      after: { added: ['main', '1'], moved: [], removed: ['old'] },
    },
  ],
  ['maya loaded [the sample library]', { action: 'kit.load', names: ['Harbour library'] }],
  [
    'Lectern added [mira] as the person at this computer with a token',
    { action: 'user.create', username: null, names: ['mira'], extras: ['token', 'localUser'] },
  ],
  ['maya loaded [a seed file]', { action: 'seed.load' }],
  [
    'maya undid [“Remove redirect /a”]',
    { action: 'redirect.create', names: ['/a'], undone: 'Remove redirect /a' },
  ],
];

test.each(SENTENCES)('a change is told as %s', (told, change) => {
  const { lead, subject, tail } = sentenceOf({ ...CHANGE, ...change });
  expect(`${lead}[${subject}]${tail}`).toBe(told);
});

import { expect, test } from 'vitest';
import {
  readProjectListAddress,
  writeProjectListAddress,
} from '../../src-renderer/screens/projects/list/project-list-address.ts';

test('an address without parameters shows the default list', () => {
  const address = readProjectListAddress('');
  expect(address).toMatchObject({
    sort: 'last-build',
    direction: 'desc',
    grouped: true,
    collapsed: [],
    at: 0,
  });
  expect(writeProjectListAddress(address)).toBe('');
});

test('values that were written to the address are read back', () => {
  const address = {
    ...readProjectListAddress(''),
    filter: {
      ...{ text: 'a & b = c', languages: ['pt_BR'], programmingLanguages: ['py'], people: ['a.b'] },
      ...{ states: ['failing' as const], tags: ['one', 'two'] },
    },
    ...{
      sort: 'name' as const,
      direction: 'desc' as const,
      grouped: false,
      collapsed: ['rest' as const],
      at: 120,
    },
  };
  expect(readProjectListAddress(writeProjectListAddress(address))).toEqual(address);
});

test('invalid values count as not given', () => {
  const address = readProjectListAddress('?sort=colour&direction=up&state=blue&folded=none&at=-3');
  expect(address).toEqual(readProjectListAddress(''));
  expect(readProjectListAddress('?at=1e99').at).toBe(0);
});

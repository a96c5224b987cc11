import { expect, test } from 'vitest';
import {
  readShelfAddress,
  writeShelfAddress,
} from '../../src-renderer/screens/projects/list/shelf-address.ts';

test('an address without anything is the usual list', () => {
  const address = readShelfAddress('');
  expect(address).toMatchObject({ sort: 'last-build', direction: 'desc', grouped: true, folded: [], at: 0 });
  expect(writeShelfAddress(address)).toBe('');
});

test('what is written is read again', () => {
  const address = {
    ...readShelfAddress(''),
    filter: {
      ...{ text: 'a & b = c', languages: ['pt_BR'], programmingLanguages: ['py'], people: ['a.b'] },
      ...{ states: ['failing' as const], tags: ['one', 'two'] },
    },
    ...{
      sort: 'name' as const,
      direction: 'desc' as const,
      grouped: false,
      folded: ['rest' as const],
      at: 120,
    },
  };
  expect(readShelfAddress(writeShelfAddress(address))).toEqual(address);
});

test('what makes no sense counts as not given', () => {
  const address = readShelfAddress('?sort=colour&direction=up&state=blue&folded=none&at=-3');
  expect(address).toEqual(readShelfAddress(''));
  expect(readShelfAddress('?at=1e99').at).toBe(0);
});

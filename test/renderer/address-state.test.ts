import { expect, test } from 'vitest';
import {
  choiceParam,
  choicesParam,
  chosen,
  entryOfChange,
  flagParam,
  indexParam,
  inPlace,
  readAddress,
  textParam,
  textsParam,
  writeAddress,
} from '../../src-renderer/ui/address/use-address-state.ts';

const SCHEMA = {
  text: textParam('text', 20),
  sort: choiceParam('sort', ['name', 'age'], 'name'),
  direction: choiceParam('direction', ['asc', 'desc'], undefined),
  kinds: choicesParam('kind', ['tag', 'branch']),
  people: textsParam('person'),
  reversed: flagParam('turned'),
  flat: flagParam('order', 'flat'),
  at: indexParam('at'),
};

test('default values are not in the address', () => {
  expect(writeAddress(SCHEMA, readAddress(SCHEMA, ''))).toBe('');
  expect(readAddress(SCHEMA, '')).toEqual({
    text: '',
    sort: 'name',
    direction: undefined,
    kinds: [],
    people: [],
    reversed: false,
    flat: false,
    at: 0,
  });
});

test('values that were written to the address are read back', () => {
  const address = {
    text: 'a/b & c',
    sort: 'age',
    direction: 'desc',
    kinds: ['tag', 'branch'],
    people: ['anke', 'ö'],
    reversed: true,
    flat: true,
    at: 120,
  } as const;
  const written = writeAddress(SCHEMA, address);
  expect(written).toContain('text=a/b');
  expect(readAddress(SCHEMA, written)).toEqual(address);
});

test('invalid values count as not given, and a text has a maximum length', () => {
  const address = readAddress(
    SCHEMA,
    `?sort=size&direction=up&kind=moon&order=x&at=-3&text=${'x'.repeat(30)}`,
  );
  expect(address).toEqual({ ...readAddress(SCHEMA, ''), text: 'x'.repeat(20) });
  expect(readAddress(SCHEMA, '?at=1e99').at).toBe(0);
});

test('other parameters of the address are kept', () => {
  const schema = { test: textParam('test') };
  expect(writeAddress(schema, { test: '' }, '?redirect=3&test=/en/')).toBe('?redirect=3');
  expect(writeAddress(schema, { test: '/de/' }, '?redirect=3&test=/en/')).toBe('?redirect=3&test=/de/');
});

test('a change is a step in the history, or goes on with what is typed, or leaves no mark', () => {
  const schema = { ...SCHEMA, folded: inPlace(flagParam('folded')), name: chosen(textParam('name')) };
  expect(entryOfChange(schema, '?text=a', '?text=ab')).toBe('typing');
  expect(entryOfChange(schema, '?text=a&at=5', '?text=ab')).toBe('typing');
  expect(entryOfChange(schema, '?text=a', '?text=a&sort=age')).toBe('step');
  expect(entryOfChange(schema, '?text=a', '?sort=age')).toBe('step');
  expect(entryOfChange(schema, '', '?person=anke&person=ö')).toBe('step');
  expect(entryOfChange(schema, '', '?name=b')).toBe('step');
  expect(entryOfChange(schema, '?at=5', '?at=9&folded=')).toBe('place');
});

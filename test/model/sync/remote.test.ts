import { expect, test } from 'vitest';
import { isLoopback, parseRemoteAddress, remoteNameError } from '../../../src-server/model/sync/remote.ts';

const COMMUNITY = { address: 'https://app.readthedocs.org/api/v3/', kind: 'community' };
const BUSINESS = { address: 'https://app.readthedocs.com/api/v3/', kind: 'business' };
const lectern = (address: string) => ({ address, kind: 'lectern' });

test.each<[string, object]>([
  ['https://app.readthedocs.org', COMMUNITY],
  ['readthedocs.org', COMMUNITY],
  ['https://readthedocs.org/projects/kettle/', COMMUNITY],
  ['https://app.readthedocs.com/dashboard/?page=2', BUSINESS],
  ['http://localhost:5000', lectern('http://localhost:5000/api/v3/')],
  ['http://127.0.0.1:5000/api/v3', lectern('http://127.0.0.1:5000/api/v3/')],
  ['http://[::1]:5000/', lectern('http://[::1]:5000/api/v3/')],
  ['https://docs.example/rtd/api/v3/', lectern('https://docs.example/rtd/api/v3/')],
])('%s is the address of an API', (text, parsed) => {
  expect(parseRemoteAddress(text)).toEqual(parsed);
});

test.each([
  ['', 'no web address'],
  ['two words', 'no web address'],
  ['http://docs.example/', 'https://'],
  ['http://127.0.0.1.docs.example/', 'https://'],
  ['ftp://docs.example/', 'https://'],
  ['https://ana:token@docs.example/', 'without a name or password'],
  ['https://docs.example/login', 'ends with /api/v3/'],
  ['https://docs.example/api/v3/?x=1', 'ends with /api/v3/'],
  [`https://docs.example/${'x'.repeat(400)}`, 'no web address'],
])('%j is none', (text, part) => {
  expect(parseRemoteAddress(text)).toEqual({ error: expect.stringContaining(part) });
});

test('only this computer is reached without https', () => {
  const hosts = [
    '127.0.0.1',
    '127.8.9.10',
    '[::1]',
    'localhost',
    'a.localhost',
    '128.0.0.1',
    'localhost.example',
    '0.0.0.0',
  ];
  expect(hosts.filter(isLoopback)).toEqual(hosts.slice(0, 5));
});

test('a name is short and plain, since it names a secret', () => {
  const good = ['work', 'a', 'rtd-2', 'x'.repeat(40)];
  const bad = ['', 'Work', 'a/b', '../x', '-a', 'a-', 'x'.repeat(41), 'a b', 'é'];
  expect(good.map(remoteNameError)).toEqual(good.map(() => undefined));
  for (const name of bad) expect(remoteNameError(name), name).toContain('Give a name');
});

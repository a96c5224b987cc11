import { describe, expect, test } from 'vitest';
import {
  docsHost,
  isAllowedFrame,
  isPermissionAllowed,
  resolveDestination,
} from '../../../src-main/security/navigation.ts';
import { appPath } from '../../../src-main/security/origin.ts';

const PORT = 8642;

describe('S17 an address opens', () => {
  test.each([
    ['app://lectern/', 'window'],
    ['app://lectern/projects/almanac?q=1#top', 'window'],
    ['https://example.org/a?b#c', 'browser'],
    ['HTTPS://EXAMPLE.ORG', 'browser'],
    ['http://almanac.localhost:8642/en/latest/', 'docs'],
    ['http://a-b-1.localhost:8642/', 'docs'],
    // another origin of our scheme, or a similar one
    ['app://elsewhere/', 'nowhere'],
    ['app://lectern.evil.example/', 'nowhere'],
    ['app://user@lectern/', 'nowhere'],
    ['app://lectern:80/', 'nowhere'],
    ['apps://lectern/', 'nowhere'],
    // http is ours only on documentation hosts and our port
    ['http://example.org/', 'nowhere'],
    ['http://almanac.localhost:8643/', 'nowhere'],
    ['http://almanac.localhost/', 'nowhere'],
    ['http://localhost:8642/', 'nowhere'],
    ['http://127.0.0.1:8642/api/v3/', 'nowhere'],
    ['http://a.b.localhost:8642/', 'nowhere'],
    ['http://-a.localhost:8642/', 'nowhere'],
    ['http://almanac.localhost.:8642/', 'nowhere'],
    ['http://almanac.localhost.evil.example:8642/', 'nowhere'],
    ['http://me:pw@almanac.localhost:8642/', 'nowhere'],
    ['https://example.org@evil.example/', 'nowhere'],
    ['file:///etc/passwd', 'nowhere'],
    ['javascript:alert(1)', 'nowhere'],
    ['data:text/html,hello', 'nowhere'],
    ['blob:app://lectern/1', 'nowhere'],
    ['about:blank', 'nowhere'],
    ['mailto:a@example.org', 'nowhere'],
    ['smb://host/share', 'nowhere'],
    ['lectern://project/almanac', 'nowhere'],
    ['chrome://settings', 'nowhere'],
    ['//example.org', 'nowhere'],
    ['', 'nowhere'],
  ] as const)('%s -> %s', (url, destination) => {
    expect(resolveDestination(url, PORT)).toBe(destination);
  });

  test('no documentation while no server runs', () => {
    expect(resolveDestination('http://almanac.localhost:8642/', undefined)).toBe('nowhere');
    expect(docsHost('http://almanac.localhost/', 80)).toBe('almanac.localhost');
  });
});

test('the path of our own addresses', () => {
  expect(appPath('app://lectern')).toBe('/');
  expect(appPath('app://lectern/a/b?c=d#e')).toBe('/a/b?c=d#e');
  expect(appPath('https://lectern/')).toBeUndefined();
  expect(appPath('no address')).toBeUndefined();
});

describe('S17 permissions', () => {
  test.each([
    'media',
    'geolocation',
    'notifications',
    'midi',
    'fullscreen',
    'openExternal',
    'clipboard-read',
    'hid',
    'usb',
    'serial',
    'fileSystem',
  ])('%s is denied even to our own page', (permission) => {
    expect(isPermissionAllowed(permission, 'app://lectern/')).toBe(false);
  });

  test('only our own page may write text to the clipboard', () => {
    expect(isPermissionAllowed('clipboard-sanitized-write', 'app://lectern/projects')).toBe(true);
    expect(isPermissionAllowed('clipboard-sanitized-write', 'http://almanac.localhost:8642/')).toBe(false);
    expect(isPermissionAllowed('clipboard-sanitized-write', '')).toBe(false);
  });
});

describe('S17 the bridge answers', () => {
  test.each([
    ['app://lectern/projects', true, 'window', true],
    ['app://lectern/recovery/', true, 'recovery', true],
    ['app://lectern/recovery/', true, 'window', false],
    ['app://lectern/projects', true, 'recovery', false],
    ['app://lectern/projects', false, 'window', false],
    ['https://evil.example/', true, 'window', false],
    ['http://almanac.localhost:8642/', true, 'window', false],
    ['about:blank', true, 'window', false],
    ['', true, 'recovery', false],
  ] as const)('%s, top %s, for the %s: %s', (url, isTop, part, expected) => {
    expect(isAllowedFrame({ url, isTop }, part)).toBe(expected);
  });
});

import { describe, expect, test } from 'vitest';
import { parseTestUrl } from '../../../src-server/model/redirects/test-url.ts';

const read = (text: string, slug = 'pip') => parseTestUrl(text, slug, 'localhost:8642');
const OWN = 'pip.localhost:8642';

describe('an address to be tested', () => {
  test.each([
    // A path, whole or not.
    ['/en/latest/x.html', '/en/latest/x.html'],
    ['  /en/latest/?q=1#part ', '/en/latest/?q=1'],
    ['en/latest/x.html', '/en/latest/x.html'],
    ['install.html', '/install.html'],
    ['install.html/x', '/install.html/x'],
    ['?q=1', '/?q=1'],
    ['page.html?at=a:b', '/page.html?at=a:b'],
    ['/to?next=http://example.org/', '/to?next=http://example.org/'],
    // As a browser would ask for it.
    ['/a b/ñ.html', '/a%20b/%C3%B1.html'],
    ['/en/../x', '/x'],
    ['/a%20b', '/a%20b'],
    // Whole URLs of the project's host.
    [`http://${OWN}/en/`, '/en/'],
    [`${OWN}/en/?q`, '/en/?q'],
    [`HTTP://PIP.localhost:8642`, '/'],
  ])('%s', (text, url) => {
    expect(read(text)).toEqual({ host: OWN, url, insteadOf: null, isElsewhere: false });
  });

  test.each([
    ['https://pip.example.io/en/latest/x?q=1', OWN, '/en/latest/x?q=1', 'pip.example.io', false],
    ['https://other.example.io/en/latest/', OWN, '/en/latest/', 'other.example.io', true],
    ['docs.example.org/en/', OWN, '/en/', 'docs.example.org', true],
    ['https://user:secret@docs.example.org:81/en/', OWN, '/en/', 'docs.example.org:81', true],
    ['http://127.0.0.1:8642/en/', OWN, '/en/', '127.0.0.1:8642', true],
    ['http://[::1]:8642/en/', OWN, '/en/', '[::1]:8642', true],
    ['http://pip.localhost/en/', OWN, '/en/', 'pip.localhost', false],
    ['http://other.localhost:1/en/', 'other.localhost:8642', '/en/', 'other.localhost:1', false],
    [
      'https://pip--12.example.build/en/12/',
      'pip--12.localhost:8642',
      '/en/12/',
      'pip--12.example.build',
      false,
    ],
    ['https://other--12.example.build/en/12/', OWN, '/en/12/', 'other--12.example.build', true],
    ['http://a.b.localhost:8642/', OWN, '/', 'a.b.localhost:8642', true],
  ])('%s is one of %s', (text, host, url, insteadOf, isElsewhere) => {
    expect(read(text)).toEqual({ host, url, insteadOf, isElsewhere });
  });

  test('a host of another project stays', () => {
    const other = { host: 'other.localhost:8642', url: '/x', insteadOf: null, isElsewhere: false };
    expect(read('http://other.localhost:8642/x')).toEqual(other);
  });

  test('an underscore in a slug is a hyphen in its host name', () => {
    expect(read('/x', 'a_b')).toMatchObject({ host: 'a-b.localhost:8642' });
  });

  test.each([
    ['', 'Give a path or a URL.'],
    ['   ', 'Give a path or a URL.'],
    ['ftp://example.org/x', 'Only http and https addresses can be tested.'],
    ['file:///etc/passwd', 'Only http and https addresses can be tested.'],
    ['javascript:alert(1)', 'Only http and https addresses can be tested.'],
    ['mailto:mira@example.org', 'Only http and https addresses can be tested.'],
    ['http:/x', 'This is no address that a browser could ask for.'],
    [
      '//x.example/y',
      'A browser reads what follows two slashes as a host. Give a path with one, or a whole URL.',
    ],
    ['http://', 'This is no address that a browser could ask for.'],
    ['http://a b/', 'This is no address that a browser could ask for.'],
    [`/${'x'.repeat(8000)}`, 'An address of more than 8,000 characters is refused.'],
  ])('%s: %s', (text, message) => {
    expect(read(text)).toBe(message);
  });
});

import { expect, test } from 'vitest';
import {
  type DocumentationLocation,
  documentationPath,
  documentationUrl,
  downloadUrl,
  externalDocumentationUrl,
  hostLabel,
  protocolRelativeDownloadUrl,
} from '../../../src-server/model/projects/documentation-url.ts';

const PLACE: DocumentationLocation = {
  domain: 'pip.localhost:8642',
  scheme: 'http',
  alias: null,
  language: 'en',
  singleVersion: false,
};

test.each<[string, Partial<DocumentationLocation>, string]>([
  ['a project', {}, '/en/v1.0/'],
  ['a single version', { singleVersion: true }, '/'],
  ['a subproject', { alias: 'plugin' }, '/projects/plugin/en/v1.0/'],
  ['a subproject with a single version', { alias: 'plugin', singleVersion: true }, '/projects/plugin/'],
  ['a translation', { language: 'es' }, '/es/v1.0/'],
  ['a translation of a subproject', { alias: 'plugin', language: 'es' }, '/projects/plugin/es/v1.0/'],
])('%s', (_, place, path) => {
  expect(documentationPath({ ...PLACE, ...place }, 'v1.0')).toBe(path);
  expect(documentationUrl({ ...PLACE, ...place }, 'v1.0')).toBe(`http://pip.localhost:8642${path}`);
});

test('a host of its own scheme', () => {
  expect(documentationUrl({ ...PLACE, scheme: 'https', domain: 'docs.example.com' }, 'latest')).toBe(
    'https://docs.example.com/en/latest/',
  );
});

test('downloads keep language and version even where the pages have a single version', () => {
  expect(downloadUrl(PLACE, 'v1.0', 'pdf')).toBe('http://pip.localhost:8642/_/downloads/en/v1.0/pdf/');
  expect(downloadUrl({ ...PLACE, alias: 'plugin' }, 'v1.0', 'epub')).toBe(
    'http://pip.localhost:8642/_/downloads/plugin/en/v1.0/epub/',
  );
  expect(downloadUrl({ ...PLACE, singleVersion: true }, 'v1.0', 'htmlzip')).toBe(
    'http://pip.localhost:8642/_/downloads/en/v1.0/htmlzip/',
  );
  expect(protocolRelativeDownloadUrl(PLACE, 'v1.0', 'pdf')).toBe(
    '//pip.localhost:8642/_/downloads/en/v1.0/pdf/',
  );
});

test('a pull request has a host of its own', () => {
  expect(externalDocumentationUrl(PLACE, '12')).toBe('http://pip--12.localhost:8642/en/12/');
  expect(externalDocumentationUrl({ ...PLACE, domain: 'pip' }, '12')).toBe('http://pip--12/en/12/');
});

test('a host name has no underscores', () => {
  expect(hostLabel('my_old_project')).toBe('my-old-project');
});
